import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Caller } from './findCaller.ts';

/**
 * What of a client's headers goes on to the backend. Everything else stays here: what concerns only
 * this connection, what proxies use to override an address or a method, and what nobody thought of.
 */
const passedOn = new Set([
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

/** The headers of the call to the backend, made anew. `body` is what is sent, whole. */
export function headersForBackend(
  req: IncomingMessage,
  { body, requestId, caller }: { body: Buffer | undefined; requestId: string; caller: Caller },
): IncomingHttpHeaders {
  const dropped = (req.headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (passedOn.has(name) && !dropped.includes(name)) headers[name] = value;
  }
  const referer = URL.parse(req.headers.referer ?? '');
  // The page's address names the subscriber.
  if (referer) headers.referer = `${referer.origin}/`;
  if (body) headers['content-length'] = String(body.length);
  headers['x-request-id'] = requestId;
  return { ...headers, ...describeCaller(caller) };
}

function describeCaller({ addresses, protocol, host }: Caller): IncomingHttpHeaders {
  const client = addresses[0]?.includes(':') ? `"[${addresses[0]}]"` : addresses[0];
  return {
    forwarded: `for=${client};host="${host}";proto=${protocol}`,
    'x-forwarded-for': addresses.join(', '),
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol,
  };
}
