import { type RequestMessage, splitTarget } from '#contract';

/** An encoded HTTP request. */
export interface WireRequest {
  method: string;
  /** The path and the query, percent-encoded, including the contract's base path. */
  target: string;
  /** The headers by their names, which are sent in this case. */
  headers: Readonly<Record<string, string>>;
  /** The body; undefined for a request that has no `Content-Length` either. */
  body?: Buffer;
  /** Whether the body is sent in chunks instead of with `Content-Length`. */
  isChunked?: boolean;
  /** Whether the request is sent on the same connection as the one before. */
  reusesConnection?: boolean;
}

/** Adds pairs such as `a=1&b=2` to the query of a request. */
export function addQuery(request: WireRequest, pairs: string): WireRequest {
  const { target } = request;
  return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${pairs}` };
}

/** Converts a request for the contract's validators, without the values of path parameters. */
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

/** Replaces the base path of the contract in a target by the path of the URL, if it has one. */
export function resolveTarget(url: URL, basePath: string, target: string): string {
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' ? target : path + target.slice(basePath.length);
}
