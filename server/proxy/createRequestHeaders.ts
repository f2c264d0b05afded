import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
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

/**
 * Returns the `by` parameter of `Forwarded`, an obfuscated identifier (RFC 7239, section 6.3). It is the same for all
 * instances, and unknown to clients, whose requests could otherwise pass for ones of the host.
 */
export function createHostIdentifier(backendUrl: string): string {
  return `by=_${createHash('sha256').update(backendUrl).digest('hex').slice(0, 32)}`;
}

/** Creates the headers of the request to the backend, but for those that Node.js adds. */
export function createRequestHeaders(
  received: IncomingHttpHeaders,
  { requestId, clientAddress }: ProxyLocals,
  hostIdentifier: string,
): IncomingHttpHeaders {
  const connectionOptions = (received.connection ?? '').toLowerCase().split(/[\s,]+/);
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(received)) {
    if (forwardedRequestHeaders.has(name) && !connectionOptions.includes(name))
      headers[name] = value;
  }
  const referer = URL.parse(received.referer ?? '');
  // The path of a page identifies the subscriber.
  if (referer) headers.referer = `${referer.origin}/`;
  const { ips, protocol, host } = clientAddress;
  const client = ips[0]?.includes(':') ? `"[${ips[0]}]"` : ips[0];
  return {
    ...headers,
    forwarded: `for=${client};host="${host}";proto=${protocol};${hostIdentifier}`,
    'x-forwarded-for': ips.join(', '),
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol,
    'x-request-id': requestId,
  };
}
