import { cookieText, readSetCookies, sessionCookieNames } from '#contract';
import {
  type Check,
  type Exchange,
  type Finding,
  isSuccess,
  type VerifyOptions,
} from '../model.ts';
import { isWrite, mayEndSession } from './isWrite.ts';
import { setSessionIds } from './sessionCookies.ts';

/** Longer values may be the session itself, encrypted anew in each response. */
const maxIdLength = 64;

/** A read may not replace or delete the cookie of a session that lives. */
const findReplacedSession: Check = (exchange, options) => {
  const { operation, request, response } = exchange;
  // The server may have ended the session when the user signed in again.
  if (isWrite(options.contract, exchange) || response.status === 401) return [];

  const sent = { cookie: request.headers.Cookie };
  // Some servers change the id of a session from time to time, and know which one it replaces.
  const mayRenew = operation.security.length > 0;
  return sessionCookieNames(options.contract).flatMap((name): Finding[] => {
    const id = cookieText(sent, name);
    const cookies = readSetCookies(response.headers).filter((cookie) => cookie.name === name);
    const set = cookies.filter(({ isDeletion }) => !isDeletion);
    const isRenewed = set.some(
      ({ value }) => value === id || mayRenew || value.length > maxIdLength,
    );
    if (id === undefined || cookies.length === 0 || isRenewed) return [];
    if (!isLive(exchange, options, id)) return [];

    const verb = set.length === 0 ? 'deletes' : 'replaces';
    const message = `A read ${verb} the cookie "${name}" of a session that lives.`;
    return [{ check: 'response_safety', message, expected: 'no such Set-Cookie' }];
  });
};

/** Whether a sign-in has set the id, and nothing has ended it since. */
function isLive({ earlier }: Exchange, { contract }: VerifyOptions, id: string): boolean {
  const successes = earlier.filter(isSuccess);
  const hasBegun = successes.some(
    ({ role, response }) =>
      (role === 'sign-in' || role === 'signed in') &&
      setSessionIds(contract, response).includes(id),
  );
  const hasEnded = successes.some(
    (it) => mayEndSession(contract, it) && it.request.headers.Cookie?.includes(id),
  );
  return hasBegun && !hasEnded;
}

export const replacedSession: readonly Check[] = [findReplacedSession];
