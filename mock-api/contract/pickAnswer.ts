import { findResponse, isBodyless } from './checkResponse.ts';
import type { MediaType, Operation, ResponseModel } from './contract.ts';
import { isForm, isJson, parseMediaType } from './mediaType.ts';

/** An answer as it goes onto the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

export interface Wish {
  status?: number;
  mediaType?: string;
  /** The name of an example. */
  example?: string;
}

/**
 * The answer that the contract itself gives for an operation, undefined where it has none that
 * fits. Without a wish: the first 2xx status, its first media type, its first example.
 */
export function pickAnswer(operation: Operation, wish: Wish = {}): Answer | undefined {
  const response = pickResponse(operation, wish);
  if (!response) return undefined;

  const status = wish.status ?? concreteStatus(response);
  const headers = exampleHeaders(response);
  if (response.content.length === 0 || isBodyless(status)) {
    return wish.example === undefined ? { status, headers, body: Buffer.alloc(0) } : undefined;
  }
  for (const media of response.content) {
    if (wish.mediaType !== undefined && media.mediaType !== wish.mediaType) continue;
    const example = media.examples.find(({ name }) => (wish.example ?? name) === name);
    if (example) {
      const body = encodeBody(example.value, media.mediaType);
      return {
        status,
        headers: { ...headers, 'content-type': contentType(media.mediaType) },
        body,
      };
    }
  }
  return undefined;
}

/** A value as the bytes of a media type. */
export function encodeBody(value: unknown, mediaType: string): Buffer {
  const { essence = '' } = parseMediaType(mediaType) ?? {};
  if (isJson(essence)) return Buffer.from(JSON.stringify(value));
  if (isForm(essence)) {
    const fields = Object.entries(value as object).map(([name, text]) => [name, String(text)]);
    return Buffer.from(new URLSearchParams(fields).toString());
  }
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

/** A media type with the charset that text needs. */
export function contentType(mediaType: string): string {
  const parsed = parseMediaType(mediaType);
  const needsCharset = parsed?.essence.startsWith('text/') && !parsed.parameters.charset;
  return needsCharset ? `${mediaType}; charset=utf-8` : mediaType;
}

function pickResponse(operation: Operation, wish: Wish): ResponseModel | undefined {
  if (wish.status !== undefined) return findResponse(operation, wish.status);
  const { example } = wish;
  if (example !== undefined) return operation.responses.find((response) => has(response, example));
  return operation.responses.find(({ status }) => /^2|^default$/.test(status));
}

function has(response: ResponseModel, example: string): boolean {
  return response.content.some((media: MediaType) =>
    media.examples.some(({ name }) => name === example),
  );
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
