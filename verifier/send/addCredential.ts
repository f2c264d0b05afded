import type { SecurityScheme } from '#contract';
import { mergeHeaders } from './mergeHeaders.ts';
import { addQuery, type WireRequest } from './wireRequest.ts';

/** Adds a credential to a request, in the location of its scheme; `user:password` for basic authentication. */
export function addCredential(
  request: WireRequest,
  { scheme, in: place, key = '' }: SecurityScheme,
  value: string,
): WireRequest {
  if (place === 'query')
    return addQuery(request, `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  if (place === 'cookie') return addHeader('Cookie', `${key}=${value}`);
  if (place === 'header') return addHeader(key, value);
  if (scheme !== 'basic') return addHeader('Authorization', `Bearer ${value}`);
  return addHeader('Authorization', `Basic ${Buffer.from(value).toString('base64')}`);

  function addHeader(name: string, text: string): WireRequest {
    return { ...request, headers: mergeHeaders(request.headers, { [name]: text }) };
  }
}

/** Returns the name, in lower case, of the header or the query parameter of a credential. */
export function headerOf({ in: place, key = 'authorization' }: SecurityScheme): string {
  return place === 'cookie' ? 'cookie' : key.toLowerCase();
}
