import { isBodyless, type Operation } from '#contract';
import { findMediaType } from '../scenarios/findMediaType.ts';
import type { Step } from '../scenarios/step.ts';
import { createErrorResponse } from './createErrorResponse.ts';
import { findExampleResponse, withType } from './findExampleResponse.ts';
import type { MockResponse } from './responseDefinition.ts';

/** Creates the response of a step; undefined if the step changes neither the status nor the body. */
export function createStepResponse(
  operation: Operation,
  { headers = {}, ...step }: Step,
  accept: string | undefined,
): MockResponse | undefined {
  const { status, body, example } = step;
  const own = encodeHeaders(headers);
  if (body !== undefined) {
    const type = findMediaType({ ...step, body });
    const typed = type === undefined ? {} : withType({}, type);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status: status ?? 200, headers: { ...typed, ...own }, body: Buffer.from(text) };
  }
  if (status === undefined && example === undefined) return undefined;

  const found = findExampleResponse(operation, { accept, status, example });
  const response = found ?? createUndeclaredResponse(operation, status ?? 200);
  return { ...response, headers: { ...response.headers, ...own } };
}

/** Creates a response with a status that the contract does not declare. */
function createUndeclaredResponse(operation: Operation, status: number): MockResponse {
  if (isBodyless(status)) return { status, headers: {}, body: Buffer.alloc(0) };
  return createErrorResponse(operation, status, 'The contract does not declare this status.');
}

/** Returns the headers of a step as they are sent, with names in lower case. */
export function encodeHeaders(headers: NonNullable<Step['headers']>): MockResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );
}
