import {
  type Contract,
  findSessionCookieProblems,
  sessionCookieNames,
  splitTarget,
} from '#contract';
import { type Check, type Exchange, isSuccess, type VerifyOptions } from '../model.ts';
import { resolveTarget } from '../send/wireRequest.ts';
import { isSignIn } from './credentialFields.ts';
import { setSessionIds } from './sessionCookies.ts';

const check = 'session_cookie_conformance';

/** Finds a session cookie that a browser would not send to the operations that need it (RFC 6265, 5.3 and 5.4). */
const findUnsentCookie: Check = (exchange, { contract, publicUrl, url }) => {
  const { operation, expected, request, response } = exchange;
  if (expected !== 'accept' || !isSuccess(exchange)) return [];

  const seen = publicUrl ?? url;
  const { hostname } = seen;
  const { path } = splitTarget(resolveTarget(seen, contract.basePath, request.target));
  const problems = findSessionCookieProblems(contract, operation, {
    status: response.status,
    headers: response.headers,
    hostname,
    requestPath: path,
    basePath: resolveTarget(seen, contract.basePath, contract.basePath),
  });
  return problems.map(({ cookie, link, targetPath, reason }) => ({
    check,
    message: `A browser would not send the cookie "${cookie.name}" to ${link.target.id}: ${reason}.`,
    expected: `a cookie for ${targetPath} on ${hostname}`,
    pointer: link.link.pointer,
  }));
};

/** Finds a sign-in that sets no new session id. */
const findReusedId: Check = (exchange, options) => {
  const { contract } = options;
  const { role, request, response } = exchange;
  if (!hasSignedIn(exchange, contract)) return [];

  const [id] = setSessionIds(contract, response);
  const expected = 'a new session id';
  if (id === undefined) {
    const mayBeKept = role === 'signed in' || sessionCookieNames(contract).length === 0;
    if (mayBeKept) return [];

    const hint =
      'If the server sets it over HTTPS only, add --header "X-Forwarded-Proto: https" to each request.';
    return [{ check, message: 'The sign-in set no session id.', expected, hint }];
  }
  const isKept = role === 'signed in' && request.headers.Cookie?.includes(id);
  const ids = idsBefore(exchange, options);
  if (isKept || !ids.includes(id)) return [];

  const message = 'The sign-in set the session id of an earlier sign-in.';
  const count = ids.length + 1;
  const hint = `Of ${count} sign-ins, ${count - new Set(ids).size} set the id of an earlier one.`;
  return [{ check, message, expected, hint }];
};

const minVaryingBits = 64;

/** Finds session ids that could be guessed, among all that were received so far; a few are not enough to compare. */
const findPredictableId: Check = (exchange, options) => {
  if (!hasSignedIn(exchange, options.contract)) return [];

  const set = setSessionIds(options.contract, exchange.response);
  const ids = new Set([...idsBefore(exchange, options), ...set]);
  if (set.length === 0 || ids.size < 3 || countVaryingBits([...ids]) >= minVaryingBits) return [];

  const message = 'The session ids differ in too few places, so that others can be guessed.';
  return [{ check, message, expected: `${minVaryingBits} random bits or more` }];
};

/** Checks of the session ids and cookies that a sign-in sets. */
export const sessionIds: readonly Check[] = [findUnsentCookie, findReusedId, findPredictableId];

/** Whether a request is a sign-in that succeeded as expected. */
function hasSignedIn(exchange: Exchange, contract: Contract): boolean {
  const { expected, operation, role } = exchange;
  const isValid = expected === 'accept' || role === 'sign-in';
  return isValid && isSignIn(contract, operation) && isSuccess(exchange);
}

/** Reads the session ids of earlier sign-ins. */
function idsBefore({ earlier }: Exchange, { contract }: VerifyOptions): string[] {
  const signIns = earlier.filter((it) => hasSignedIn(it, contract));
  return signIns.flatMap(({ response }) => setSessionIds(contract, response));
}

/** Estimates the number of random bits by the positions at which ids differ. */
function countVaryingBits(ids: readonly string[]): number {
  const length = Math.max(...ids.map((id) => id.length));
  const positions = Array.from({ length }, (_, i) => new Set(ids.map((id) => id[i] ?? '')));
  const bitsPerPosition = ids.every((id) => /^[\da-f-]+$/i.test(id)) ? 4 : 6;
  return positions.filter((characters) => characters.size > 1).length * bitsPerPosition;
}
