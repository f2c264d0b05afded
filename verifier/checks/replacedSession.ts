import { cookieText, readSetCookies, sessionCookieNames } from '#contract';
import type { Check, Exchange, Finding, VerifyOptions } from '../model.ts';
import { isWrite } from './isWrite.ts';
import { setSessionIds } from './sessionCookies.ts';

/** The maximum length of a session id. A longer value may be an encrypted session, which changes in each response. */
const maxIdLength = 64;

/** Finds a read that replaces or deletes the cookie of a valid session. */
export const replacedSession: Check = (exchange, options) => {
  const { operation, request, response } = exchange;
  // The server may have ended the session when the user signed in again.
  if (isWrite(options.contract, exchange) || response.status === 401) return [];

  const sent = { cookie: request.headers.Cookie };
  // Some servers renew the id of a session from time to time.
  const mayRenew = operation.security.length > 0;
  return sessionCookieNames(options.contract).flatMap((name): Finding[] => {
    const id = cookieText(sent, name);
    const cookies = readSetCookies(response.headers).filter((cookie) => cookie.name === name);
    const set = cookies.filter(({ isDeletion }) => !isDeletion);
    const isRenewed = set.some(
      ({ value }) => value === id || mayRenew || value.length > maxIdLength,
    );
    if (id === undefined || cookies.length === 0 || isRenewed) return [];
    if (!isValid(exchange, options, id)) return [];

    const verb = set.length === 0 ? 'deletes' : 'replaces';
    const message = `A read ${verb} the cookie "${name}" of a session that lives.`;
    return [{ check: 'response_safety', message, expected: 'no such Set-Cookie' }];
  });
};

/** Whether the last request that could change the session was a sign-in that set its id. */
function isValid({ steps }: Exchange, { contract }: VerifyOptions, id: string): boolean {
  const last = steps.at(-1);
  return last !== undefined && setSessionIds(contract, last.response).includes(id);
}
