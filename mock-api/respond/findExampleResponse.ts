import Negotiator from 'negotiator';
import {
  encodeBody,
  encodeScalar,
  essenceOf,
  findResponse,
  isBodyless,
  isProblem,
  isRecord,
  isSendableHeader,
  type MediaType,
  type Operation,
  parseMediaType,
  type ResponseModel,
  toHeaderValue,
  type ValueModel,
} from '#contract';
import type { MockResponse } from './responseDefinition.ts';

export interface ExampleSelection {
  status?: number | undefined;
  /** The name of an example in the contract. */
  example?: string | undefined;
  /** The header `Accept` of the request. */
  accept?: string | undefined;
  /** The reason of an error, for its problem details. */
  reason?: string;
}

/**
 * Finds the contract's example of an operation's response; undefined if none matches the selection. By default, it is
 * that of the first 2xx status, a redirect, or the first status, in the media type that the client prefers.
 */
export function findExampleResponse(
  operation: Operation,
  selection: ExampleSelection,
): MockResponse | undefined {
  const response = findDeclared(operation, selection);
  if (!response) return undefined;

  const { example } = selection;
  const status = selection.status ?? concreteStatus(operation, response);
  const headers = exampleHeaders(operation, response, status);
  const candidates = isBodyless(status) ? [] : negotiate(response.content, selection.accept);
  for (const media of candidates) {
    const { mediaType } = media;
    const value = withStatus(exampleValue(media, example), mediaType, status);
    const body = encodeBody(withReason(value, media, selection.reason), mediaType);
    if (body) return { status, headers: withType(headers, mediaType), body };
  }
  return example === undefined ? { status, headers, body: Buffer.alloc(0) } : undefined;
}

/**
 * Returns problem details with the status of the response (RFC 9457, 3.1.2), from which the example of a range may
 * differ.
 */
function withStatus(value: unknown, mediaType: string, status: number): unknown {
  const hasStatus = isProblem(essenceOf(mediaType)) && isRecord(value) && 'status' in value;
  return hasStatus ? { ...value, status } : value;
}

/**
 * Returns problem details with the reason in `detail`, if the contract allows any reason, and any other example as it
 * is.
 */
function withReason(example: unknown, media: MediaType, reason?: string): unknown {
  const hasDetail = isRecord(example) && example.detail !== undefined;
  if (reason === undefined || !hasDetail) return example;

  const value = { ...example, detail: reason };
  return media.validate(value).length === 0 ? value : example;
}

/** Creates the header `WWW-Authenticate`, which every 401 must have (RFC 9110, 15.5.2). */
export function challenge({ security }: Operation, status: number): Record<string, string> {
  const schemes = security.flat().filter(({ type }) => type === 'http');
  if (status !== 401 || schemes.length === 0) return {};

  const names = schemes.map(({ scheme = '' }) => scheme[0]?.toUpperCase() + scheme.slice(1));
  const challenges = [...new Set(names)].map((name) => `${name} realm="mock"`);
  return { 'www-authenticate': challenges.join(', ') };
}

/** Returns the headers with `Content-Type`; a text gets its charset. */
export function withType(headers: MockResponse['headers'], mediaType: string) {
  const parsed = parseMediaType(mediaType);
  const needsCharset = parsed?.essence.startsWith('text/') && !parsed.params.has('charset');
  const type = needsCharset ? `${mediaType}; charset=utf-8` : mediaType;
  return { ...headers, 'content-type': toHeaderValue(type) };
}

function findDeclared(
  operation: Operation,
  { status, example }: ExampleSelection,
): ResponseModel | undefined {
  if (status !== undefined) return findResponse(operation, status);

  if (example !== undefined) {
    const hasExample = ({ examples }: MediaType) => examples.some(({ name }) => name === example);
    return operation.responses.find(({ content }) => content.some(hasExample));
  }

  const byStatus = (pattern: RegExp) => operation.responses.find((it) => pattern.test(it.status));
  return byStatus(/^2/) ?? byStatus(/^3/) ?? byStatus(/^default$/) ?? operation.responses[0];
}

/** Returns the status to send: the first one of a range. `default` is an error if a success is declared, too. */
function concreteStatus(operation: Operation, { status }: ResponseModel): number {
  if (status !== 'default') return Number(status.toUpperCase().replace('XX', '00'));

  return operation.responses.some((it) => /^2/.test(it.status)) ? 500 : 200;
}

/** Returns the headers that the contract declares for a response, without its media type. */
function exampleHeaders(
  operation: Operation,
  response: ResponseModel,
  status: number,
): Record<string, string> {
  const sent = response.headers.filter(
    ({ name, required, examples }) => isSendableHeader(name) && (required || examples.length > 0),
  );
  const pairs = sent.flatMap((header) => {
    const text = encodeScalar(exampleValue(header));
    return text === undefined ? [] : [[header.name.toLowerCase(), toHeaderValue(text)]];
  });
  return { ...challenge(operation, status), ...Object.fromEntries(pairs) };
}

/** Returns the example with a name, or the first one. */
function exampleValue({ examples }: ValueModel, name?: string): unknown {
  const found = name === undefined ? examples[0] : examples.find((it) => it.name === name);
  return found?.value;
}

/**
 * Sorts media types by the client's preference (RFC 9110, 12.5.1). Those that it does not accept come last, since any
 * response is better than none.
 */
function negotiate(content: readonly MediaType[], accept = '*/*'): readonly MediaType[] {
  // A shortcut, because most responses have one media type.
  if (content.length < 2) return content;

  const types = content.map(({ mediaType }) => mediaType);
  const preferred = new Negotiator({ headers: { accept } }).mediaTypes(types);
  const findRank = ({ mediaType }: MediaType) =>
    preferred.includes(mediaType) ? preferred.indexOf(mediaType) : preferred.length;
  return content.toSorted((a, b) => findRank(a) - findRank(b));
}
