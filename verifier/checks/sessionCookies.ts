import { type Contract, cookieText, readSetCookies, sessionCookieNames } from '#contract';
import type { Received } from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';

/** The cookies that a response sets and does not delete, by their names. */
export function setCookies({ headers }: Pick<Received, 'headers'>): ReadonlyMap<string, string> {
  const set = readSetCookies(headers).filter(({ isDeletion }) => !isDeletion);
  return new Map(set.map(({ name, value }) => [name, value]));
}

/** The session ids that a response sets. */
export function setSessionIds(contract: Contract, response: Received): string[] {
  const cookies = setCookies(response);
  return sessionCookieNames(contract).flatMap((name) => cookies.get(name) ?? []);
}

/** The session ids that a request has. */
export function sentSessionIds(contract: Contract, { headers }: WireRequest): string[] {
  const sent = { cookie: headers.Cookie };
  return sessionCookieNames(contract).flatMap((name) => cookieText(sent, name) ?? []);
}
