import { type RequestMessage, splitTarget } from '#contract';

/** An encoded HTTP request. */
export interface WireRequest {
  method: string;
  /** Path and query as sent, percent-encoded, including the contract's base path. */
  target: string;
  /** One value per name. The names are sent in this case. */
  headers: Readonly<Record<string, string>>;
  /** A request without a body has no `Content-Length` either. */
  body?: Buffer;
  /** Whether the body is sent in chunks instead of with `Content-Length`. */
  isChunked?: boolean;
  /** Whether to send no `Accept` and no `User-Agent` unless they are among the headers. */
  hasNoDefaultHeaders?: boolean;
  /** Whether the request is sent on the same connection as the one before. */
  reusesConnection?: boolean;
}

/** The request with more pairs in its query. */
export function addQuery(request: WireRequest, pairs: string): WireRequest {
  const { target } = request;
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${pairs}` };
}

/** The request in the form that the contract's validators take, without path values. */
export function toRequestMessage({ target, headers, body }: WireRequest): RequestMessage {
  // HTTP strips whitespace around a header value.
  const received = Object.entries(headers).map(([name, it]) => [name.toLowerCase(), it.trim()]);
  return {
    pathValues: {},
    query: splitTarget(target).query,
    headers: Object.fromEntries(received),
    body: body ?? Buffer.alloc(0),
  };
}

/** Path and query as they are sent: the path of the URL, if it has one, replaces the base path of the contract. */
export function resolveTarget(url: URL, basePath: string, target: string): string {
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' ? target : path + target.slice(basePath.length);
}
