import { type Contract, cookieText } from '#contract';
import type { Received } from '../model.ts';
import type { WireRequest } from '../send/wireRequest.ts';

/** The names of the cookies that operations require. */
export function sessionCookieNames({ operations }: Contract): string[] {
  const schemes = operations.flatMap(({ security }) => security.flat());
  const names = schemes.flatMap(({ in: place, key }) => (place === 'cookie' && key ? key : []));
  return [...new Set(names)];
}

/** The cookies that a response sets and does not delete, by their names. */
export function setCookies({ headers }: Pick<Received, 'headers'>): ReadonlyMap<string, string> {
  const pairs = (headers['set-cookie'] ?? []).flatMap((line) => {
    const [, name = '', value = '', rest = ''] = /^([^=;]+)=([^;]*)(.*)$/s.exec(line) ?? [];
    const isDeletion = value.trim() === '' || /;\s*max-age=(0|-)/i.test(rest);
    return isDeletion ? [] : [[name.trim(), value.trim()] as const];
  });
  return new Map(pairs);
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
