import type { Operation, SecurityScheme } from '../contract.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';

type Credentials = Pick<RequestMessage, 'headers' | 'query'>;

/** Whether a request carries the credentials of a security alternative; they are not verified. */
export function hasCredentials(operation: Operation, request: Credentials): boolean {
  return allows(operation, (scheme) => findCredential(scheme, request) !== undefined);
}

/** Whether all schemes of one security alternative are fulfilled, or no credentials are required. */
export function allows(
  { security }: Operation,
  isFulfilled: (scheme: SecurityScheme) => boolean,
): boolean {
  return security.length === 0 || security.some((schemes) => schemes.every(isFulfilled));
}

/** Returns the credential of a request for a scheme, without the scheme's name; undefined if there is none. */
export function findCredential(
  { type, in: location, key = '', scheme }: SecurityScheme,
  { headers, query }: Credentials,
): string | undefined {
  if (type === 'http') {
    const [, name, value] = /^(\S+) +(.*)$/.exec(headerText(headers, 'authorization') ?? '') ?? [];
    return name?.toLowerCase() === scheme ? value : undefined;
  }
  if (location === 'cookie') return cookieText(headers, key) || undefined;
  if (location === 'query') return new URLSearchParams(query).get(key) ?? undefined;
  return headerText(headers, key);
}
