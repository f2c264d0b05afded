import {
  encodeBody,
  findResponse,
  isBodyless,
  isRecord,
  type MediaType,
  type Operation,
} from '#contract';
import { createProblemDetails, problemMediaType } from '../scenarios/problemDetails.ts';
import {
  challenge,
  exampleHeaders,
  negotiate,
  withStatus,
  withType,
} from './findExampleResponse.ts';
import type { MockResponse } from './responseDefinition.ts';

/**
 * Creates the response to an invalid request: the contract's example for the status with the reason in it, or problem
 * details (RFC 9457) if the contract does not declare the status.
 */
export function createErrorResponse(
  operation: Operation | undefined,
  status: number,
  reason: string,
  accept?: string,
): MockResponse {
  const declared = operation && findResponse(operation, status);
  if (!declared) {
    const headers = operation ? challenge(operation, status) : {};
    const body = Buffer.from(JSON.stringify(createProblemDetails(status, reason)));
    return { status, headers: withType(headers, problemMediaType), body };
  }

  const headers = exampleHeaders(operation, declared, status);
  const candidates = isBodyless(status) ? [] : negotiate(declared.content, accept);
  for (const media of candidates) {
    const { mediaType, examples } = media;
    const example = withStatus(examples[0]?.value, mediaType, status);
    const body = encodeBody(withReason(example, media, reason), mediaType);
    if (body) return { status, headers: withType(headers, mediaType), body };
  }
  return { status, headers, body: Buffer.alloc(0) };
}

/**
 * Returns problem details with the reason in `detail`, if the contract allows any reason, and any other example as it
 * is.
 */
function withReason(example: unknown, media: MediaType, reason: string): unknown {
  if (!isRecord(example) || example.detail === undefined) return example;

  const value = { ...example, detail: reason };
  return media.validate(value).length === 0 ? value : example;
}
