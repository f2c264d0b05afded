import {
  encodeBody,
  findResponse,
  isBodyless,
  isJson,
  isRecord,
  type MediaType,
  type Operation,
  parseMediaType,
} from '../contract/index.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import {
  challenge,
  contentType,
  findExampleResponse,
  type MockResponse,
  withStatus,
} from './findExampleResponse.ts';
import { negotiate } from './negotiate.ts';

/** Properties that error formats use for the reason, the most common first. */
const reasonProperties = ['message', 'detail', 'error_description', 'description', 'error'];

/**
 * The response to an error of a request, in the format that the contract declares for the status, or as
 * problem details (RFC 9457) if it declares none.
 */
export function createErrorResponse(
  operation: Operation | undefined,
  status: number,
  message: string,
  accept?: string,
): MockResponse {
  const declared = operation && findResponse(operation, status);
  if (!declared) {
    const headers = {
      ...(operation && challenge(operation, status)),
      'content-type': problemMediaType,
    };
    return { status, headers, body: Buffer.from(JSON.stringify(createProblem(status, message))) };
  }
  const headers = { ...findExampleResponse(operation, { status })?.headers };
  delete headers['content-type'];
  if (isBodyless(status)) return { status, headers, body: Buffer.alloc(0) };
  for (const { media, mediaType } of negotiate(declared.content, accept)) {
    const value = errorValues(media, mediaType, status, message).find(
      (candidate) => candidate !== undefined && media.validate(candidate).length === 0,
    );
    const body = encodeBody(value, mediaType);
    if (body)
      return { status, headers: { ...headers, 'content-type': contentType(mediaType) }, body };
  }
  return { status, headers, body: Buffer.alloc(0) };
}

/** Possible bodies: the contract's example, with the reason if it has a property for it, then those that often fit. */
function errorValues(
  media: MediaType,
  mediaType: string,
  status: number,
  message: string,
): unknown[] {
  const { essence = '' } = parseMediaType(mediaType) ?? {};
  const title = message.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  const [example] = media.examples;
  const sample = media.sample('all');
  const values = [
    ...withReason(example?.value, status, message),
    example?.value,
    ...(essence === problemMediaType ? [createProblem(status, message)] : []),
    ...(isJson(essence) ? [{ message }] : []),
    ...withReason(sample, status, message),
    /html|xml/.test(essence) ? `<!doctype html><title>${title}</title>` : message,
    sample,
    media.sample('documented'),
  ];
  return values.map((value) => withStatus(value, mediaType, status));
}

function withReason(value: unknown, status: number, message: string): unknown[] {
  if (!isRecord(value)) return [];
  return reasonProperties
    .filter((name) => typeof value[name] === 'string')
    .map((name) => ({ ...value, ...('status' in value && { status }), [name]: message }));
}

const alternatives: Readonly<Record<number, readonly number[]>> = { 400: [422, 404], 401: [403] };

/** The status for an error that the contract declares: the usual one, or the nearest alternative. */
export function declaredStatus(operation: Operation, status: number): number {
  const candidates = [status, ...(alternatives[status] ?? [])];
  return candidates.find((candidate) => findResponse(operation, candidate)) ?? status;
}
