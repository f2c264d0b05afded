import type { MediaType, Operation, ResponseModel } from '../contract/contract.ts';
import { encodeBody } from '../contract/http/encodeBody.ts';
import { findResponse, isBodyless } from '../contract/http/findResponse.ts';
import { findMediaType, parseMediaType } from '../contract/http/mediaType.ts';

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
 * By default: the first 2xx status, its first media type, its first example.
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
  for (const { mediaType, examples } of response.content) {
    const example = examples.find(({ name }) => (selection.example ?? name) === name);
    const body = example && encodeBody(example.value, mediaType);
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
  return needsCharset ? `${mediaType}; charset=utf-8` : mediaType;
}

function selectResponse(
  operation: Operation,
  { status, example }: ExampleSelection,
): ResponseModel | undefined {
  if (status !== undefined) return findResponse(operation, status);
  if (example !== undefined)
    return operation.responses.find(({ content }) => hasExample(content, example));
  return operation.responses.find((response) => /^2|^default$/.test(response.status));
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
      .filter(({ examples }) => examples.length > 0)
      .map(({ name, examples }) => [name.toLowerCase(), String(examples[0]?.value)]),
  );
}
