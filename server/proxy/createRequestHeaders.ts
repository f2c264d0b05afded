import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ProxyLocals } from '../locals.ts';

/**
 * The client's headers that are forwarded. All others are dropped: hop-by-hop headers, headers that
 * override a URL, a method or an address, and any that are unknown.
 */
export const forwardedRequestHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-max-age',
  'authorization',
  'cache-control',
  'content-language',
  'content-type',
  'cookie',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'origin',
  'prefer',
  'range',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-csrf-token',
  'x-requested-with',
  'x-xsrf-token',
]);

/** The name of the host in `Via`, where each proxy adds its own. */
const proxyName = 'subscriber-feedback';

/** Whether a request has passed this host twice before, so that `BACKEND_URL` must lead back to it. */
export function isLoop({ via = '' }: IncomingHttpHeaders): boolean {
  const names = via.split(',').map((entry) => entry.trim().split(/\s+/)[1]);
  return names.filter((name) => name === proxyName).length > 1;
}

/** Creates the headers of the request to the backend, but for those that Node.js adds. */
export function createRequestHeaders(
  { headers: received, httpVersion }: IncomingMessage,
  { requestId, clientAddress }: ProxyLocals,
  droppedCookies: readonly string[],
): IncomingHttpHeaders {
  const connectionOptions = (received.connection ?? '').toLowerCase().split(/[\s,]+/);
  const { ips, protocol, host } = clientAddress;
  const client = ips[0]?.includes(':') ? `"[${ips[0]}]"` : ips[0];
  const via = `${httpVersion} ${proxyName}`;
  const headers: IncomingHttpHeaders = {
    forwarded: `for=${client};host="${host}";proto=${protocol}`,
    via: received.via === undefined ? via : `${received.via}, ${via}`,
    'x-forwarded-for': ips.join(', '),
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol,
    'x-request-id': requestId,
  };
  for (const [name, value] of Object.entries(received)) {
    const isForwarded = forwardedRequestHeaders.has(name) && !connectionOptions.includes(name);
    if (isForwarded) headers[name] = value;
  }
  if (headers.cookie !== undefined && droppedCookies.length > 0) {
    headers.cookie = dropCookies(headers.cookie, droppedCookies);
    if (headers.cookie === '') delete headers.cookie;
  }
  const referer = URL.parse(received.referer ?? '');
  // The path of a page identifies the subscriber.
  if (referer) headers.referer = `${referer.origin}/`;
  return headers;
}

/** Removes the cookies of these names from a `Cookie` header. */
function dropCookies(header: string, patterns: readonly string[]): string {
  const isDropped = (pair: string) => {
    const name = pair.slice(0, Math.max(pair.indexOf('='), 0)).trim();
    return patterns.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    );
  };
  return header
    .split(';')
    .filter((pair) => !isDropped(pair))
    .join(';')
    .trim();
}
