import type { MediaType, Operation, ResponseModel, ValueModel } from '../contract/contract.ts';
import { encodeBody } from '../contract/http/encodeBody.ts';
import { findResponse, isBodyless } from '../contract/http/findResponse.ts';
import { findMediaType, parseMediaType } from '../contract/http/mediaType.ts';
import { isSendableHeader, toHeaderValue } from '../contract/http/responseHeader.ts';

/** A response as it is sent. */
export interface MockResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface ExampleSelection {
  status?: number;
  /** The name of an example. */
  example?: string;
}

/**
 * The contract's example of an operation's response, undefined if no example matches the selection.
 * By default: the first 2xx status, or 3xx if there is none, its first media type, its first example. A value without an
 * example is generated from its schema.
 */
export function findExampleResponse(
  operation: Operation,
  selection: ExampleSelection = {},
): MockResponse | undefined {
  const response = selectResponse(operation, selection);
  if (!response) return undefined;

  const status = selection.status ?? concreteStatus(response);
  const headers = exampleHeaders(response);
  if (response.content.length === 0 || isBodyless(status)) {
    return selection.example === undefined ? { status, headers, body: Buffer.alloc(0) } : undefined;
  }
  for (const media of response.content) {
    const value = exampleValue(media, selection.example);
    const { mediaType } = media;
    const body =
      encodeBody(value, mediaType) ??
      (media.schemaPointer === undefined && selection.example === undefined
        ? (encodeBody({}, mediaType) ?? Buffer.alloc(0))
        : undefined);
    if (!body) continue;
    return { status, headers: { ...headers, 'content-type': contentType(mediaType) }, body };
  }
  return undefined;
}

/** The name of the contract's example that equals a response's body, undefined if there is none. */
export function findExampleName(operation: Operation, response: MockResponse): string | undefined {
  const type = response.headers['content-type'];
  const actual = parseMediaType(typeof type === 'string' ? type : '');
  const content = findResponse(operation, response.status)?.content ?? [];
  const media = actual && findMediaType(content, actual);
  return media?.examples.find(({ value }) =>
    encodeBody(value, media.mediaType)?.equals(response.body),
  )?.name;
}

/** A media type as `Content-Type`: text gets its charset. */
export function contentType(mediaType: string): string {
  const parsed = parseMediaType(mediaType);
  const needsCharset = parsed?.essence.startsWith('text/') && !parsed.parameters.charset;
  return toHeaderValue(needsCharset ? `${mediaType}; charset=utf-8` : mediaType);
}

function selectResponse(
  operation: Operation,
  { status, example }: ExampleSelection,
): ResponseModel | undefined {
  if (status !== undefined) return findResponse(operation, status);
  if (example !== undefined)
    return operation.responses.find(({ content }) => hasExample(content, example));
  return (
    operation.responses.find((response) => isSuccess(response.status)) ??
    operation.responses.find((response) => response.status.startsWith('3'))
  );
}

export function isSuccess(status: string): boolean {
  return /^2|^default$/.test(status);
}

function hasExample(content: readonly MediaType[], example: string): boolean {
  return content.some(({ examples }) => examples.some(({ name }) => name === example));
}

function concreteStatus({ status }: ResponseModel): number {
  return status === 'default' ? 200 : Number(status.toUpperCase().replace('XX', '00'));
}

function exampleHeaders({ headers }: ResponseModel): Record<string, string> {
  return Object.fromEntries(
    headers
      .filter(({ name }) => isSendableHeader(name))
      .filter(({ required, examples }) => required || examples.length > 0)
      .map((header) => [header.name.toLowerCase(), exampleValue(header)])
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, toHeaderValue(String(value))]),
  );
}

/** The example with a name. Without a name, the first valid example or a value of the schema. */
function exampleValue({ examples, sample, validate }: ValueModel, name?: string): unknown {
  if (name !== undefined) return examples.find((example) => example.name === name)?.value;
  const first = examples.find(({ value }) => validate(value).length === 0);
  return first ? first.value : sample('all');
}
