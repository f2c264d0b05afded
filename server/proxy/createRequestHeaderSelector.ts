import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Config } from '../config/config.ts';
import type { Log } from '../runtime/log.ts';
import type { ClientAddress } from './resolveClientAddress.ts';

/**
 * The names of the client's headers that are forwarded. All others are dropped: hop-by-hop headers, headers that
 * override a URL, a method or an address, and any that are unknown.
 */
export const defaultForwarded = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-max-age',
  'authorization',
  'b3',
  'baggage',
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
  'uber-trace-id',
  'user-agent',
  'x-amzn-trace-id',
  'x-b3-flags',
  'x-b3-parentspanid',
  'x-b3-sampled',
  'x-b3-spanid',
  'x-b3-traceid',
  'x-cloud-trace-context',
  'x-csrf-token',
  'x-datadog-origin',
  'x-datadog-parent-id',
  'x-datadog-sampling-priority',
  'x-datadog-tags',
  'x-datadog-trace-id',
  'x-requested-with',
  'x-xsrf-token',
];

/**
 * The names of headers of tenants, keys and traces, and of credentials that a proxy in front of the host adds. Dropping
 * one is logged, because an operator may rely on it. Other names are not logged, because clients choose them.
 */
const wellKnown = new Set([
  'cf-access-jwt-assertion',
  'idempotency-key',
  'remote-user',
  'sentry-trace',
  'sw8',
  'tenant-id',
  'x-amzn-oidc-accesstoken',
  'x-amzn-oidc-data',
  'x-amzn-oidc-identity',
  'x-api-key',
  'x-auth-request-access-token',
  'x-auth-request-email',
  'x-auth-request-user',
  'x-correlation-id',
  'x-forwarded-access-token',
  'x-forwarded-client-cert',
  'x-forwarded-email',
  'x-forwarded-user',
  'x-goog-authenticated-user-email',
  'x-goog-authenticated-user-id',
  'x-goog-iap-jwt-assertion',
  'x-ms-client-principal',
  'x-ms-client-principal-id',
  'x-ms-client-principal-name',
  'x-ot-span-context',
  'x-pomerium-jwt-assertion',
  'x-remote-user',
  'x-tenant-id',
]);

/** The name of the host in `Via`, where each proxy adds its own. */
const proxyName = 'subscriber-feedback';

/** Whether a request has passed this host twice before, so that `BACKEND_URL` must lead back to it. */
export function isLoop({ via = '' }: IncomingHttpHeaders): boolean {
  const names = via.split(',').map((entry) => entry.trim().split(/\s+/)[1]);
  return names.filter((name) => name === proxyName).length > 1;
}

/**
 * Creates a function that returns the headers of the request to the backend, except for those that Node.js adds. The
 * name of a well-known header that is dropped is logged once.
 */
export function createRequestHeaderSelector(
  { forwardedRequestHeaders, droppedCookies }: Config,
  log: Log,
) {
  const forwarded = new Set([...defaultForwarded, ...forwardedRequestHeaders]);
  const logged = new Set<string>();
  const logDropped = (header: string) => {
    if (!wellKnown.has(header) || logged.has(header)) return;

    logged.add(header);
    log.info({ header }, 'request header dropped');
  };

  return (
    req: IncomingMessage,
    requestId: string,
    clientAddress: ClientAddress,
  ): IncomingHttpHeaders => {
    const headers = createOwnHeaders(req, requestId, clientAddress);
    const connectionOptions = (req.headers.connection ?? '').toLowerCase().split(/[\s,]+/);
    for (const [name, value] of Object.entries(req.headers)) {
      if (!forwarded.has(name)) logDropped(name);
      else if (!connectionOptions.includes(name)) headers[name] = value;
    }

    if (headers.cookie !== undefined && droppedCookies.length > 0) {
      headers.cookie = dropCookies(headers.cookie, droppedCookies);
      if (headers.cookie === '') delete headers.cookie;
    }
    return headers;
  };
}

/** Creates the headers that the host sets itself: they describe the request, its client and the proxies. */
function createOwnHeaders(
  { headers: received, httpVersion }: IncomingMessage,
  requestId: string,
  { ips, protocol, host }: ClientAddress,
): IncomingHttpHeaders {
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
  const referer = URL.parse(received.referer ?? '');
  // The path of a page identifies the subscriber.
  if (referer) headers.referer = `${referer.origin}/`;
  return headers;
}

/** Removes cookies from a `Cookie` header. A pattern is a name, or the beginning of one followed by `*`. */
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
