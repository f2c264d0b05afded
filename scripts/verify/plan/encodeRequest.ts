import { type Contract, encodeBody, type Operation } from '../../../mock-api/contract/index.ts';
import { encodeHeaderValue, encodePathValue, encodeQueryValue } from './encodeParameter.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

/** Encodes a request; undefined if a value cannot be represented in its location. */
export function encodeRequest(
  contract: Contract,
  operation: Operation,
  { parameters, mediaType, body }: RequestValues,
): WireRequest | undefined {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  let path = (contract.basePath + operation.path).replace(/[^\x21-\x7e]/gu, encodeURIComponent);

  for (const parameter of operation.parameters) {
    const value = parameters.get(`${parameter.in} ${parameter.name}`);
    if (value === undefined) continue;
    if (parameter.in === 'query') {
      const pairs = encodeQueryValue(parameter, value);
      if (!pairs) return undefined;
      query.push(...pairs);
      continue;
    }
    const encode = parameter.in === 'path' ? encodePathValue : encodeHeaderValue;
    const text = encode(value);
    if (text === undefined) return undefined;
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, () => text);
    else if (parameter.in === 'header') headers[parameter.name] = text;
    else cookies.push(`${parameter.name}=${text}`);
  }
  if (cookies.length > 0) headers.Cookie = cookies.join('; ');

  const target = query.length > 0 ? `${path}?${query.join('&')}` : path;
  const request = { method: operation.method, target, headers };
  if (mediaType === undefined || body === undefined) return request;
  const bytes = encodeBody(body, mediaType);
  return bytes && { ...request, headers: { ...headers, 'Content-Type': mediaType }, body: bytes };
}
