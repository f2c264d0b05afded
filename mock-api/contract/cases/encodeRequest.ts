import type { Contract, Operation } from '../contract.ts';
import { isForm, isJson, parseMediaType } from '../mediaType.ts';
import {
  encodeHeaderValue,
  encodePathValue,
  encodeQueryValue,
  scalarText,
} from './encodeParameter.ts';
import { isRecord } from './sampleValue.ts';
import type { RequestValues, WireRequest } from './wireRequest.ts';

/** Writes a request; undefined where a value cannot travel in the place that the contract gives it. */
export function encodeRequest(
  contract: Contract,
  operation: Operation,
  { parameters, mediaType, body }: RequestValues,
): WireRequest | undefined {
  const query: string[] = [];
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  let path = contract.basePath + operation.path;

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
    const text = encode(parameter, value);
    if (text === undefined) return undefined;
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, () => text);
    else if (parameter.in === 'header') headers[parameter.name] = text;
    else cookies.push(`${parameter.name}=${text}`);
  }
  if (cookies.length > 0) headers.Cookie = cookies.join('; ');

  const target = query.length > 0 ? `${path}?${query.join('&')}` : path;
  const request = { method: operation.method, target, headers };
  if (mediaType === undefined || body === undefined) return request;
  const bytes = encodePayload(body, mediaType);
  return bytes && { ...request, headers: { ...headers, 'Content-Type': mediaType }, body: bytes };
}

/** A body's bytes; undefined where the media type cannot carry the value. */
export function encodePayload(value: unknown, mediaType: string): Buffer | undefined {
  const { essence = '' } = parseMediaType(mediaType) ?? {};
  if (isJson(essence)) return Buffer.from(JSON.stringify(value));
  if (!isForm(essence)) return typeof value === 'string' ? Buffer.from(value) : undefined;
  if (!isRecord(value)) return undefined;

  const fields = Object.entries(value).flatMap(([name, field]) =>
    [field].flat().map((text) => [name, scalarText(text)] as const),
  );
  if (fields.some(([, text]) => text === undefined)) return undefined;
  return Buffer.from(new URLSearchParams(fields as unknown as [string, string][]).toString());
}
