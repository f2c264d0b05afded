import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  type HeaderChanges,
  type Middleware,
  withHeaders,
} from './exchange.ts';
import type { BackendState } from './state.ts';

type Effect = BackendResponse | Middleware;

type Predicate = (request: BackendRequest, state: BackendState) => boolean;

/** Sends `response` to the requests that match. */
export function on(matches: Predicate, response: Effect): CreateMiddleware {
  return (state) => (request, next) => {
    if (!matches(request, state)) return next();
    return typeof response === 'function' ? response(request, next) : response;
  };
}

export const sends = (response: Effect) => on(() => true, response);

/** Sends `response` if what `read` returns matches. */
export function when(
  read: (request: BackendRequest) => string,
  pattern: RegExp,
  response: Effect,
): CreateMiddleware {
  return on((request) => pattern.test(read(request)), response);
}

/** Sends `response` to the requests with a header, '' for a missing one, that matches. */
export function header(name: string, pattern: RegExp, response: Effect) {
  return when((request) => request.header(name), pattern, response);
}

/** Sends `response` to the requests with a body that matches. */
export function body(pattern: RegExp, response: Effect) {
  return when((request) => request.text, pattern, response);
}

/** Sends `response` to the requests with a property, or a field of a form, that matches. */
export function field(name: string, pattern: RegExp, response: Effect) {
  return when((request) => request.field(name), pattern, response);
}

/** Sends `response` to the requests with a method. */
export function method(name: string, response: Effect) {
  return on((request) => request.method === name, response);
}

/** Handles the request as if it had the given method. */
export function asMethod(method: string): Middleware {
  return (_request, next) => next({ method });
}

/** Changes the responses with one of these statuses. */
export function edit(
  statuses: number | readonly number[],
  change: (response: BackendResponse, request: BackendRequest) => Partial<BackendResponse>,
  matches: Predicate = () => true,
): CreateMiddleware {
  return (state) => async (request, next) => {
    const response = await next();
    const isChanged = [statuses].flat().includes(response.status) && matches(request, state);
    if (!isChanged) return response;
    return { ...response, ...change(response, request) };
  };
}

/** Changes the JSON value of successful responses. */
export function editJson<Value>(
  change: (value: Value) => unknown,
  matches?: Predicate,
): CreateMiddleware {
  const editBody = ({ body }: BackendResponse) => ({
    body: JSON.stringify(change(JSON.parse(String(body)))),
  });
  return edit(200, editBody, matches);
}

export function editHeaders(
  statuses: number | readonly number[],
  changes: HeaderChanges,
  matches?: Predicate,
): CreateMiddleware {
  return edit(statuses, (response) => withHeaders(response, changes), matches);
}

/** Applies `change` to each nth request that matches. */
export function everyNth(
  n: number,
  change: CreateMiddleware,
  matches: Predicate = () => true,
): CreateMiddleware {
  return (state) => {
    const changed = change(state);
    let count = 0;
    return (request, next) => {
      return matches(request, state) && ++count % n === 0 ? changed(request, next) : next();
    };
  };
}

/** Sends `response` to a request for which `keyOf` returns the same text as for an earlier one. */
export function repeated(
  keyOf: (request: BackendRequest) => string | undefined,
  response: BackendResponse,
): CreateMiddleware {
  return () => {
    const seen = new Set<string>();
    return (request, next) => {
      const key = keyOf(request);
      if (key === undefined) return next();
      const isRepeated = seen.has(key);
      seen.add(key);
      return isRepeated ? response : next();
    };
  };
}

/** Sends nothing to the requests that match, and keeps their connections open. */
export function hangs(matches: Predicate): CreateMiddleware {
  return on(matches, () => new Promise(() => {}));
}
