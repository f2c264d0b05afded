import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { ClientAddress } from './resolveClientAddress.ts';

/**
 * The client's headers that are forwarded. All others are dropped: hop-by-hop headers, headers that
 * override a URL, a method or an address, and any that are unknown.
 */
const forwarded = new Set([
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
  'if-modified-since',
  'if-none-match',
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

/** The host in `Forwarded`, as an obfuscated identifier (RFC 7239, section 6.3). */
const by = '_subscriber-feedback';

/** Whether the host has sent the request itself, because `BACKEND_URL` leads back to it. */
export function isFromThisHost({ headers }: IncomingMessage): boolean {
  return headers.forwarded?.includes(`by=${by}`) === true;
}

export interface RequestHeadersOptions {
  /** The whole body; undefined for a request without one. */
  body: Buffer | undefined;
  requestId: string;
  clientAddress: ClientAddress;
}

/** Creates the headers of the request to the backend. */
export function createRequestHeaders(
  req: IncomingMessage,
  { body, requestId, clientAddress }: RequestHeadersOptions,
): IncomingHttpHeaders {
  const hopByHop = (req.headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (forwarded.has(name) && !hopByHop.includes(name)) headers[name] = value;
  }
  const referer = URL.parse(req.headers.referer ?? '');
  // The path of a page identifies the subscriber.
  if (referer) headers.referer = `${referer.origin}/`;
  if (body) headers['content-length'] = String(body.length);
  headers['x-request-id'] = requestId;
  return { ...headers, ...createForwardedHeaders(clientAddress) };
}

function createForwardedHeaders({ ips, protocol, host }: ClientAddress): IncomingHttpHeaders {
  const client = ips[0]?.includes(':') ? `"[${ips[0]}]"` : ips[0];
  return {
    forwarded: `for=${client};host="${host}";proto=${protocol};by=${by}`,
    'x-forwarded-for': ips.join(', '),
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol,
  };
}
