import type { Operation } from '#contract';
import { createProblemDetails, problemMediaType } from '../scenarios/problemDetails.ts';
import { challenge, findExampleResponse, withType } from './findExampleResponse.ts';
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
  const declared = operation && findExampleResponse(operation, { status, accept, reason });
  if (declared) return declared;

  const headers = operation ? challenge(operation, status) : {};
  const body = Buffer.from(JSON.stringify(createProblemDetails(status, reason)));
  return { status, headers: withType(headers, problemMediaType), body };
}
