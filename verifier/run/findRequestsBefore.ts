import type { Contract } from '#contract';
import { isSignIn } from '../checks/credentialFields.ts';
import { type Exchange, isSuccess } from '../model.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';

/**
 * Finds the exchanges to repeat before another one, in order: those that led to the state of its session; for a sign-in,
 * also the one that set the same session id; for an accepted request without credentials that was rejected before, an
 * accepted read, whose response a cache may have stored.
 */
export function findRequestsBefore(exchange: Exchange, contract: Contract): readonly Exchange[] {
  const { earlier, expected, operation, request, steps, together } = exchange;
  if (isSignIn(contract, operation)) {
    const same = earlier.find((it) => it.operation === operation && sharesSession(it, exchange));
    return same ? [...new Set([...steps, ...same.steps, same])] : steps;
  }
  const isLike = (it: Exchange) =>
    it.response.status === 401 && isSameButCookies(it.request, request);
  const isAnonymous = expected === 'unauthorized' && !request.headers.Cookie;
  const mayBeStored = isAnonymous && isSuccess(exchange) && together.length === 0;
  return mayBeStored && earlier.some(isLike) ? addRead(exchange, () => true) : steps;
}

/** Adds the last accepted read in the session of an exchange to the requests before it. */
export function addReadInSession(exchange: Exchange): readonly Exchange[] {
  return addRead(exchange, (it) => it.steps.some((step) => exchange.steps.includes(step)));
}

function addRead(
  { earlier, operation, request, steps }: Exchange,
  matches: (exchange: Exchange) => boolean,
): readonly Exchange[] {
  const read = earlier.findLast(
    (it) =>
      it.operation === operation &&
      it.request.method === request.method &&
      it.expected === 'accept' &&
      isSuccess(it) &&
      matches(it),
  );
  const before = new Set(read ? [...steps, ...read.steps, read] : steps);
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
