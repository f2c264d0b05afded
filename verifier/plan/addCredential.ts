import type { SecurityScheme } from '../../contract/index.ts';
import { addQuery, type WireRequest } from './wireRequest.ts';

/**
 * Adds a credential where its scheme expects it; `user:password` for basic authentication. Undefined for
 * mutual TLS, whose credential is not part of the request.
 */
export function addCredential(
  request: WireRequest,
  { type, scheme, in: location, key = '' }: SecurityScheme,
  value: string,
): WireRequest | undefined {
  const { headers } = request;
  const withHeader = (name: string, text: string) => ({
    ...request,
    headers: { ...headers, [name]: text },
  });
  if (type !== 'apiKey') {
    const basic = `Basic ${Buffer.from(value).toString('base64')}`;
    return withHeader('Authorization', scheme === 'basic' ? basic : `Bearer ${value}`);
  }
  if (location === 'header') return withHeader(key, value);
  if (location === 'query') {
    const pair = `${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
    return addQuery(request, pair);
  }
  const cookies = headers.Cookie === undefined ? '' : `${headers.Cookie}; `;
  return withHeader('Cookie', `${cookies}${key}=${value}`);
}
