import { type Contract, cookieText, readSetCookies, sessionCookieNames } from '#contract';
import type { Received } from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';

/** Reads the cookies that a response sets and does not delete, by their names. */
export function setCookies({ headers }: Received): ReadonlyMap<string, string> {
  const set = readSetCookies(headers).filter(({ isDeletion }) => !isDeletion);
  return new Map(set.map(({ name, value }) => [name, value]));
}

/** Reads the session ids that a response sets. */
export function setSessionIds(contract: Contract, response: Received): string[] {
  const cookies = setCookies(response);
  return sessionCookieNames(contract).flatMap((name) => cookies.get(name) ?? []);
}

/** Reads the session ids of a request. */
export function sentSessionIds(contract: Contract, { headers }: WireRequest): string[] {
  const sent = { cookie: headers.Cookie };
  return sessionCookieNames(contract).flatMap((name) => cookieText(sent, name) ?? []);
}
