import type { MediaType, Operation } from '../contract/contract.ts';
import { encodeBody } from '../contract/http/encodeBody.ts';
import { findResponse, isBodyless } from '../contract/http/findResponse.ts';
import { parseMediaType } from '../contract/http/mediaType.ts';
import { isRecord } from '../contract/jsonPointer.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import { contentType, findExampleResponse, type MockResponse } from './findExampleResponse.ts';

/** Properties that error formats use for the reason, the most common first. */
const reasonProperties = [
  'message',
  'detail',
  'error_description',
  'description',
  'error',
  'title',
];

/**
 * The response to an error of a request, in the format that the contract declares for the status, or as
 * problem details (RFC 9457) if it declares none.
 */
export function createErrorResponse(
  operation: Operation | undefined,
  status: number,
  message: string,
): MockResponse {
  const declared = operation && findResponse(operation, status);
  if (!declared) {
    const headers = { 'content-type': problemMediaType };
    return { status, headers, body: Buffer.from(JSON.stringify(createProblem(status, message))) };
  }
  const example = findExampleResponse(operation, { status });
  const headers = { ...example?.headers };
  delete headers['content-type'];
  if (isBodyless(status)) return { status, headers, body: Buffer.alloc(0) };
  for (const media of declared.content) {
    const value = errorValues(media, status, message).find(
      (candidate) => candidate !== undefined && media.validate(candidate).length === 0,
    );
    const body = encodeBody(value, media.mediaType);
    if (body) {
      return {
        status,
        headers: { ...headers, 'content-type': contentType(media.mediaType) },
        body,
      };
    }
  }
  return { status, headers, body: Buffer.alloc(0) };
}

/** Possible bodies, those with the reason first. */
function errorValues(media: MediaType, status: number, message: string): unknown[] {
  const { essence = '' } = parseMediaType(media.mediaType) ?? {};
  const title = message.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
  const isPage = /html|xml/.test(essence);
  const example = media.examples[0]?.value ?? media.sample('all');
  const withReason = isRecord(example)
    ? reasonProperties
        .filter((name) => typeof example[name] === 'string')
        .map((name) => ({ ...example, ...('status' in example && { status }), [name]: message }))
    : [];
  return [
    ...(essence === problemMediaType ? [createProblem(status, message)] : []),
    ...(essence === 'application/json' ? [{ message }] : []),
    ...withReason,
    isPage ? `<!doctype html><title>${title}</title>` : message,
    example,
    media.sample('documented'),
  ];
}

const alternatives: Readonly<Record<number, number>> = { 400: 422, 401: 403 };

/** Statuses that say more than that the request is wrong. */
const specificStatuses = ['401', '403', '405', '413', '415', '429'];

/** The status for an error that the contract declares: the usual one, or the nearest alternative. */
export function declaredStatus(operation: Operation, status: number): number {
  const candidates = [status, alternatives[status] ?? status];
  const declared = candidates.find((candidate) => findResponse(operation, candidate));
  if (declared !== undefined || status !== 400) return declared ?? status;
  const other = operation.responses.find(
    (response) => /^4\d\d$/.test(response.status) && !specificStatuses.includes(response.status),
  );
  return other ? Number(other.status) : status;
}
