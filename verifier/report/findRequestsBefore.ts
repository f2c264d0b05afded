import type { Contract } from '#contract';
import { isSignIn } from '../checks/credentialFields.ts';
import { type Exchange, isSuccess } from '../model.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';

/**
 * Finds the exchanges to repeat before another one, in order. If a request had to be rejected, and one like it was, the
 * server may have stored a response or a session: the last accepted request is among them. So is a sign-in that set the
 * same session id.
 */
export function findRequestsBefore(exchange: Exchange, contract: Contract): readonly Exchange[] {
  const { earlier, expected, operation, request, steps } = exchange;
  if (isSignIn(contract, operation)) {
    const same = earlier.find((it) => it.operation === operation && sharesSession(it, exchange));
    return same ? [...new Set([...steps, ...same.steps, same])] : steps;
  }
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
  const { Cookie } = request.headers;
  const last = accepted.findLast(({ request: it }) => !Cookie || it.headers.Cookie === Cookie);
  const before = new Set(last ? [...steps, ...last.steps, last] : steps);
  return earlier.filter((it) => before.has(it));
}

/** Whether two responses set the same session id. */
function sharesSession(a: Exchange, b: Exchange): boolean {
  const ids = sessionSecrets(a.response).map(({ id }) => id);
  return sessionSecrets(b.response).some(({ id }) => ids.includes(id));
}

/** Whether two requests have the same target and headers, except for cookies. */
function isSameButCookies(a: WireRequest, b: WireRequest): boolean {
  const [first, second] = [a, b].map(({ method, target, headers: { Cookie, ...headers } }) =>
    JSON.stringify([method, target, headers]),
  );
  return first === second;
}
