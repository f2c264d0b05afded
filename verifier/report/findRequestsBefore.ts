import { type Exchange, isSuccess } from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';

/**
 * Finds the exchanges to repeat before another one, in order. If a request had to be rejected, and one like it was, the
 * server may have stored a response or a session: the last accepted request is among them.
 */
export function findRequestsBefore(exchange: Exchange): readonly Exchange[] {
  const { earlier, expected, operation, request, steps } = exchange;
  const mayBeStored = expected === 'unauthorized' && isSuccess(exchange);
  const isLike = (it: Exchange) =>
    it.response.status === 401 && isSameButCookies(it.request, request);
  if (!mayBeStored || !earlier.some(isLike)) return steps;

  const accepted = earlier.filter(
    (it) =>
      it.operation === operation &&
      it.request.method === request.method &&
      it.expected === 'accept' &&
      isSuccess(it),
  );
  const isOfSession = (it: Exchange) => it.steps.some((step) => steps.includes(step));
  const last = accepted.findLast(isOfSession) ?? accepted.at(-1);
  const before = new Set(last ? [...steps, ...last.steps, last] : steps);
  return earlier.filter((it) => before.has(it));
}

/** Whether two requests have the same target and headers, except for cookies. */
function isSameButCookies(a: WireRequest, b: WireRequest): boolean {
  const [first, second] = [a, b].map(({ method, target, headers: { Cookie, ...headers } }) =>
    JSON.stringify([method, target, headers]),
  );
  return first === second;
}
