import { setImmediate } from 'node:timers/promises';
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

/** Sends `effect` to the requests that match. */
export function on(matches: Predicate, effect: Effect): CreateMiddleware {
  return (state) => (request, next) => {
    if (!matches(request, state)) return next();
    return typeof effect === 'function' ? effect(request, next) : effect;
  };
}

/** Sends `effect` if what `read` returns matches. */
export function when(read: (request: BackendRequest) => string, pattern: RegExp, effect: Effect) {
  return on((request) => pattern.test(read(request)), effect);
}

/** Sends `effect` to the requests with a header, '' for a missing one, that matches. */
export function header(name: string, pattern: RegExp, effect: Effect) {
  return when((request) => request.header(name), pattern, effect);
}

/** Sends `effect` to the requests with a body that matches. */
export function body(pattern: RegExp, effect: Effect) {
  return when((request) => request.text, pattern, effect);
}

/** Sends `effect` to the requests with a property, or a field of a form, that matches. */
export function field(name: string, pattern: RegExp, effect: Effect) {
  return when((request) => request.field(name), pattern, effect);
}

/** Sends `effect` to the requests with a method. */
export function method(name: string, effect: Effect) {
  return on((request) => request.method === name, effect);
}

/** Sends `response` to each nth request that matches. */
export function everyNth(
  n: number,
  response: BackendResponse,
  matches: Predicate = () => true,
): CreateMiddleware {
  return (state) => {
    let count = 0;
    return on((request) => matches(request, state) && ++count % n === 0, response)(state);
  };
}

/** Sends `response` to a request for which `keyOf` returns the same text as for an earlier one. */
export function repeated(
  keyOf: (request: BackendRequest) => string | undefined,
  response: BackendResponse,
): CreateMiddleware {
  return (state) => {
    const seen = new Set<string | undefined>();
    return on((request) => {
      const key = keyOf(request);
      const isRepeated = key !== undefined && seen.has(key);
      seen.add(key);
      return isRepeated;
    }, response)(state);
  };
}

/** Sends what `change` returns instead of the correct response. */
export function respond(
  change: (response: BackendResponse, request: BackendRequest) => BackendResponse,
): CreateMiddleware {
  return () => async (request, next) => change(await next(), request);
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
    return isChanged ? { ...response, ...change(response, request) } : response;
  };
}

export function editHeaders(
  statuses: number | readonly number[],
  changes: HeaderChanges,
  matches?: Predicate,
) {
  return edit(statuses, (response) => withHeaders(response, changes), matches);
}

/** Resolves after turns of the event loop in which requests that were sent at the same time arrive. */
export async function othersArrive(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}
