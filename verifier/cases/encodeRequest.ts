import { type Contract, encodeBody, encodeScalar, type Operation, type Parameter } from '#contract';
import type { WireRequest } from '../send/wireRequest.ts';

/** The values of a request before encoding. */
export interface RequestValues {
  /** The values of parameters by location and name, for example `query limit`. */
  parameters: ReadonlyMap<string, unknown>;
  mediaType?: string;
  body?: unknown;
}

/** Encodes a request; undefined if a value cannot be represented in its location. */
export function encodeRequest(
  contract: Contract,
  operation: Operation,
  { parameters, mediaType, body }: RequestValues,
): WireRequest | undefined {
  const sent: Record<Parameter['in'], [name: string, text: string][]> = {
    path: [],
    query: [],
    header: [],
    cookie: [],
  };
  for (const parameter of operation.parameters) {
    const { in: place, name } = parameter;
    const value = parameters.get(`${place} ${name}`);
    if (value === undefined) continue;

    const texts = encodeParameter(parameter, value);
    if (!texts) return undefined;

    sent[place].push(...texts.map((text): [string, string] => [name, text]));
  }

  let target = (contract.basePath + operation.path).replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  for (const [name, text] of sent.path) target = target.replaceAll(`{${name}}`, () => text);
  const query = sent.query.map(([name, text]) => `${encodeURIComponent(name)}=${text}`);
  if (query.length > 0) target += `?${query.join('&')}`;

  const headers = Object.fromEntries(sent.header);
  const cookies = sent.cookie.map((pair) => pair.join('='));
  if (cookies.length > 0) headers.Cookie = cookies.join('; ');

  const request = { method: operation.method, target, headers };
  if (mediaType === undefined || body === undefined) return request;

  const bytes = encodeBody(body, mediaType);
  return bytes && { ...request, headers: { ...headers, 'Content-Type': mediaType }, body: bytes };
}

/** The percent-encoded characters that a path segment may have unencoded (RFC 3986, 3.3), except `;`. */
const unencodedInPath = /%(21|24|26|27|28|29|2A|2C|3D|3A|40|2B)/g;

/**
 * Encodes the value of a parameter, as several texts if each item of a list is sent alone; undefined if it cannot be
 * represented there.
 */
function encodeParameter({ in: place }: Parameter, value: unknown): string[] | undefined {
  const texts: string[] = [];
  for (const item of [value].flat()) {
    const text = encodeScalar(item);
    const isHeader = place === 'header' || place === 'cookie';
    if (text === undefined || (isHeader && !/^[\x20-\x7e]*$/.test(text))) return undefined;

    const escaped = isHeader ? text : encodeURIComponent(text);
    texts.push(place === 'path' ? escaped.replace(unencodedInPath, decodeURIComponent) : escaped);
  }
  return place === 'query' ? texts : [texts.join(',')];
}
