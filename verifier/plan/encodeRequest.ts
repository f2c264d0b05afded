import { type Contract, encodeBody, type Operation, type Parameter } from '../../contract/index.ts';
import { encodeHeaderValue, encodePathValue, encodeQueryValue } from './encodeParameter.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

/** Encodes a request; undefined if a value cannot be represented in its location. */
export function encodeRequest(
  contract: Contract,
  operation: Operation,
  { parameters, mediaType, body }: RequestValues,
): WireRequest | undefined {
  const path = encodePath(contract.basePath + operation.path, valuesIn('path'));
  const query = encodeQuery(valuesIn('query'));
  const headerTexts = encodeTexts(valuesIn('header'));
  const cookies = encodeTexts(valuesIn('cookie'));
  if (path === undefined || !query || !headerTexts || !cookies) return undefined;

  const headers = Object.fromEntries(headerTexts);
  const pairs = Array.from(cookies, ([name, text]) => `${name}=${text}`);
  if (pairs.length > 0) headers.Cookie = pairs.join('; ');

  const target = query.length > 0 ? `${path}?${query.join('&')}` : path;
  const request = { method: operation.method, target, headers };
  if (mediaType === undefined || body === undefined) return request;

  const bytes = encodeBody(body, mediaType);
  return bytes && { ...request, headers: { ...headers, 'Content-Type': mediaType }, body: bytes };

  function valuesIn(place: Parameter['in']): Given[] {
    return operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({ parameter, value: parameters.get(`${place} ${parameter.name}`) }))
      .filter(({ value }) => value !== undefined);
  }
}

/** A parameter with its value. */
interface Given {
  parameter: Parameter;
  value: unknown;
}

function encodePath(template: string, given: readonly Given[]): string | undefined {
  let path = template.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  for (const { parameter, value } of given) {
    const text = encodePathValue(value);
    if (text === undefined) return undefined;

    path = path.replaceAll(`{${parameter.name}}`, () => text);
  }
  return path;
}

function encodeQuery(given: readonly Given[]): string[] | undefined {
  const query: string[] = [];
  for (const { parameter, value } of given) {
    const pairs = encodeQueryValue(parameter, value);
    if (!pairs) return undefined;

    query.push(...pairs);
  }
  return query;
}

/** The texts of headers or cookies, by name. */
function encodeTexts(given: readonly Given[]): Map<string, string> | undefined {
  const texts = new Map<string, string>();
  for (const { parameter, value } of given) {
    const text = encodeHeaderValue(value);
    if (text === undefined) return undefined;

    texts.set(parameter.name, text);
  }
  return texts;
}
