import type { Operation, SecurityScheme } from '../contract.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';

/** Whether a request carries the credentials of a security alternative; they are not verified. */
export function hasCredentials({ security }: Operation, request: RequestMessage): boolean {
  return (
    security.length === 0 ||
    security.some((schemes) => schemes.every((scheme) => satisfiesScheme(scheme, request)))
  );
}

function satisfiesScheme(scheme: SecurityScheme, { headers, query }: RequestMessage): boolean {
  if (scheme.type === 'mutualTLS') return true;
  if (scheme.type !== 'apiKey') {
    const authorization = headerText(headers, 'authorization') ?? '';
    const required = scheme.type === 'http' ? scheme.scheme : 'bearer';
    return authorization.toLowerCase().startsWith(`${required} `);
  }
  const key = scheme.key ?? '';
  if (scheme.in === 'cookie') return Boolean(cookieText(headers, key));
  if (scheme.in === 'query') return new URLSearchParams(query).has(key);
  return headerText(headers, key) !== undefined;
}
