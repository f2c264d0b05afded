import type { Operation, SecurityScheme } from '../contract/contract.ts';
import { cookieText, type Headers, headerText } from '../contract/http/httpMessage.ts';

/**
 * Whether no security alternative of an operation has valid credentials. A credential is invalid if it is empty or
 * contains the word "invalid": a client can test with it how it handles a 401. All others are accepted.
 */
export function hasInvalidCredentials(
  { security }: Operation,
  request: { headers: Headers; query: string },
): boolean {
  const isInvalid = (credential: string) => credential === '' || /invalid/i.test(credential);
  return (
    security.length > 0 &&
    security.every((schemes) => schemes.some((scheme) => isInvalid(credentialOf(scheme, request))))
  );
}

function credentialOf(
  { type, in: location, key = '' }: SecurityScheme,
  { headers, query }: { headers: Headers; query: string },
): string {
  // The certificate is not part of the request.
  if (type === 'mutualTLS') return type;
  if (type !== 'apiKey' || (location === 'header' && key.toLowerCase() === 'authorization')) {
    const authorization = headerText(headers, 'authorization') ?? '';
    const [, scheme, value] = /^(?:(basic|bearer)\b)?\s*(.*)$/i.exec(authorization) ?? [];
    if (scheme?.toLowerCase() !== 'basic') return value ?? '';
    return Buffer.from(value ?? '', 'base64').toString();
  }
  if (location === 'cookie') return cookieText(headers, key) ?? '';
  if (location === 'query') return new URLSearchParams(query).get(key) ?? '';
  return headerText(headers, key) ?? '';
}
