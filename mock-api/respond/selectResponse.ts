import { isBodyless, type Operation, toHeaderValue } from '#contract';
import { type Behaviour, mediaTypeOf } from '../scenarios/behaviour.ts';
import { createDefaultResponse, type DefaultResponse } from './createDefaultResponse.ts';
import { createErrorResponse } from './createErrorResponse.ts';
import { findExampleResponse, type MockResponse, withType } from './findExampleResponse.ts';
import type { MockRequest } from './mockRequest.ts';

/** Selects the response that the scenario's behaviour defines, or the default one with its headers. */
export function selectResponse(
  request: MockRequest,
  behaviour: Behaviour,
): DefaultResponse & { source: 'contract' | 'scenario' } {
  const { operation, req } = request;
  const own = createScenarioResponse(operation, behaviour, req.headers.accept);
  const selected: DefaultResponse = own ? { response: own } : createDefaultResponse(request);
  if (!behaviour.headers) return { ...selected, source: own ? 'scenario' : 'contract' };

  const { response } = selected;
  const headers = { ...response.headers, ...encodeHeaders(behaviour.headers) };
  // What the scenario defines may violate the contract.
  return { ...selected, response: { ...response, headers }, source: 'scenario' };
}

function createScenarioResponse(
  operation: Operation,
  behaviour: Behaviour,
  accept: string | undefined,
): MockResponse | undefined {
  const { status, body, example } = behaviour;
  if (body !== undefined) {
    const type = mediaTypeOf(behaviour);
    const headers = type === undefined ? {} : withType({}, type);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { status: status ?? 200, headers, body: Buffer.from(text) };
  }
  if (status === undefined && example === undefined) return undefined;

  return (
    findExampleResponse(operation, { accept, status, example }) ??
    createUndeclaredResponse(operation, status ?? 200)
  );
}

/** The response of a scenario whose status the contract does not declare. */
function createUndeclaredResponse(operation: Operation, status: number): MockResponse {
  if (isBodyless(status)) return { status, headers: {}, body: Buffer.alloc(0) };
  return createErrorResponse(operation, status, 'The contract does not declare this status.');
}

function encodeHeaders(headers: NonNullable<Behaviour['headers']>): MockResponse['headers'] {
  const encode = (value: unknown) => toHeaderValue(String(value));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.map(encode) : encode(value),
    ]),
  );
}
