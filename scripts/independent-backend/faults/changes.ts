import { gzipSync } from 'node:zlib';
import {
  type BackendRequest,
  type CreateMiddleware,
  empty,
  html,
  type Middleware,
  type Reply,
} from '../exchange.ts';
import { briefsPath } from '../operations.ts';
import { formOf as encodeForm } from '../probes.ts';
import { formOf, idOf, jsonOf } from './views.ts';

type Predicate = (request: BackendRequest) => boolean;

/** Tomcat's or IIS's page for an exception. */
export const crashPage = html(500, 'HTTP Status 500 - Internal Server Error');

const always: Predicate = () => true;

/** Sends `reply` to the requests that match. */
export function on(matches: Predicate, reply: Reply | Middleware): CreateMiddleware {
  return () => (request, next) => {
    if (!matches(request)) return next();
    return typeof reply === 'function' ? reply(request, next) : reply;
  };
}

/** Handles a changed request. */
export function rewrite(
  change: (request: BackendRequest) => Partial<BackendRequest>,
): CreateMiddleware {
  return () => (request, next) => next(change(request));
}

export function rewriteId(change: (id: string) => string): CreateMiddleware {
  return rewrite((request) => ({
    target: briefsPath + encodeURIComponent(change(idOf(request))),
  }));
}

/** Changes the properties of a JSON object; another body stays as it is. */
export function rewriteJson(
  change: (body: Record<string, unknown>) => Record<string, unknown>,
): CreateMiddleware {
  return rewrite((request) => {
    const body = jsonOf(request);
    if (Object.keys(body).length === 0) return {};
    return { chunks: [Buffer.from(JSON.stringify(change(body)))] };
  });
}

export function rewriteForm(
  change: (fields: Record<string, string>) => Record<string, string>,
): CreateMiddleware {
  return rewrite((request) => ({ chunks: [Buffer.from(encodeForm(change(formOf(request))))] }));
}

/** Changes the responses with one of these statuses. */
export function edit(
  statuses: number | readonly number[],
  change: (reply: Reply, request: BackendRequest) => Partial<Reply>,
  matches: Predicate = always,
): CreateMiddleware {
  return () => async (request, next) => {
    const reply = await next();
    if (![statuses].flat().includes(reply.status) || !matches(request)) return reply;
    return { ...reply, ...change(reply, request) };
  };
}

/** Changes the JSON value of successful responses. */
export function editJson<T>(change: (value: T, request: BackendRequest) => unknown) {
  return edit(200, ({ body }, request) => ({
    body: JSON.stringify(change(JSON.parse(String(body)), request)),
  }));
}

/** Changes header fields; `undefined` removes one. */
export function withHeaders(
  { headers }: Reply,
  changes: Readonly<Record<string, string | string[] | undefined>>,
): Pick<Reply, 'headers'> {
  const entries = Object.entries({ ...headers, ...changes });
  return {
    headers: Object.fromEntries(
      entries.filter(([, value]) => value !== undefined),
    ) as Reply['headers'],
  };
}

export function editHeaders(
  statuses: number | readonly number[],
  changes: Readonly<Record<string, string | string[] | undefined>>,
  matches: Predicate = always,
): CreateMiddleware {
  return edit(statuses, (reply) => withHeaders(reply, changes), matches);
}

export const sends = (reply: Reply | Middleware) => on(always, reply);

/** Applies `change` to each nth request that matches. */
export function everyNth(n: number, change: CreateMiddleware, matches = always): CreateMiddleware {
  return (state, pause) => {
    const changed = change(state, pause);
    let count = 0;
    return (request, next) => {
      return matches(request) && ++count % n === 0 ? changed(request, next) : next();
    };
  };
}

/** Sends `reply` to all requests after the first `count`. */
export function after(count: number, reply: Reply): CreateMiddleware {
  return () => {
    let seen = 0;
    return (_request, next) => (++seen > count ? reply : next());
  };
}

/** Sends `reply` to the request that follows a response with `status`. */
export function afterStatus(status: number, reply: Reply): CreateMiddleware {
  return () => {
    let last = 0;
    return async (_request, next) => {
      const previous = last;
      const correct = await next();
      last = correct.status;
      return previous === status ? reply : correct;
    };
  };
}

/** Repeats the first response with the same key. */
export function cacheBy(
  keyOf: (request: BackendRequest) => string,
  statuses = [200],
): CreateMiddleware {
  return () => {
    const replies = new Map<string, Reply>();
    return async (request, next) => {
      const key = keyOf(request);
      const reply = replies.get(key) ?? (await next());
      if (statuses.includes(reply.status)) replies.set(key, reply);
      return reply;
    };
  };
}

/** Responds late, or never with `Infinity`. */
export function late(ms: number, matches: Predicate = always): CreateMiddleware {
  return (_world, pause) => async (request, next) => {
    if (matches(request)) await pause(ms);
    return next();
  };
}

/** How long a request takes, so that simultaneous requests overlap. */
export const overlapMs = 100;

/** Sends `reply` to a request that arrives while `limit` others are being handled. */
export function whileBusy(limit: number, reply: Reply): CreateMiddleware {
  return (_world, pause) => {
    let inFlight = 0;
    return async (_request, next) => {
      if (inFlight >= limit) return reply;
      inFlight += 1;
      await pause(overlapMs);
      inFlight -= 1;
      return next();
    };
  };
}

/** Keeps the request in a field that simultaneous requests share. */
export function shareRequest(): CreateMiddleware {
  return (_world, pause) => {
    let current: BackendRequest;
    return async (request, next) => {
      current = request;
      await pause(overlapMs);
      return next(current);
    };
  };
}

/** A connection that is closed without a response. */
export const reset: Reply = { ...empty(200), editBytes: () => Buffer.alloc(0) };

/** Sends the body in one chunk. */
export function chunked({ body }: Reply, end = '0\r\n\r\n'): Partial<Reply> {
  const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n${end}`;
  return {
    editBytes: (bytes) => {
      const head = bytes.toString().split('\r\n\r\n')[0] ?? '';
      const fields = head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked');
      return Buffer.from(`${fields}\r\n\r\n${chunk}`);
    },
  };
}

/** Leaves out the last bytes of the response. */
export function cutBy(count: number): Partial<Reply> {
  return { editBytes: (bytes) => bytes.subarray(0, -count) };
}

/** Changes the text of the response, as Latin-1. */
export function editText(change: (response: string) => string): Partial<Reply> {
  return { editBytes: (bytes) => Buffer.from(change(bytes.toString('latin1')), 'latin1') };
}

export function gzipped(reply: Reply): Partial<Reply> {
  return { ...withHeaders(reply, { 'Content-Encoding': 'gzip' }), body: gzipSync(reply.body) };
}
