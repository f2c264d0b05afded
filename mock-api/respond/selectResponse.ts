import type { Operation } from '../contract/contract.ts';
import { isBodyless } from '../contract/http/findResponse.ts';
import { toHeaderValue } from '../contract/http/responseHeader.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import type { HandlerContext } from '../operations/operationHandler.ts';
import type { Behaviour, WithheldFault } from '../scenarios/behaviour.ts';
import { fillTemplate, type TemplateValues } from '../scenarios/fillTemplate.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { AttemptBehaviour, AttemptCounter } from './attemptCounter.ts';
import { createDefaultResponse } from './createDefaultResponse.ts';
import { isWithheld } from './deliver.ts';
import { contentType, findExampleResponse, type MockResponse } from './findExampleResponse.ts';

export interface SelectionOptions {
  operation: Operation;
  request: ValidatedRequest;
  /** The scenario that the key selects. */
  scenario: Scenario | undefined;
  identity: RequestIdentity;
  /** The response that the client selected with `Prefer`. */
  preferred: MockResponse | undefined;
  handlerContext: HandlerContext;
}

export type SelectedResponse =
  | { kind: 'no response'; fault: WithheldFault; behaviour: AttemptBehaviour }
  | {
      kind: 'response';
      response: MockResponse;
      behaviour: AttemptBehaviour;
      /** Whether a scenario defines the response, so that it may violate the contract. */
      isScenario: boolean;
    };

/** Creates the function that selects the preferred, the scenario's or the default response. */
export function createResponseSelector(attempts: AttemptCounter) {
  return function selectResponse(options: SelectionOptions): SelectedResponse {
    const { operation, request, scenario, identity, preferred, handlerContext } = options;
    if (preferred) {
      return { kind: 'response', response: preferred, behaviour: {}, isScenario: false };
    }
    const behaviour = scenario ? attempts.behaviourFor(scenario, identity) : {};
    const { fault, headers } = behaviour;
    // The handler does not run, so that a request without a response changes no state.
    if (isWithheld(fault)) {
      return { kind: 'no response', fault, behaviour };
    }
    const values = {
      path: request.parameters.path,
      query: request.parameters.query,
      body: request.body,
      counter: behaviour.attempt ?? 1,
      now: new Date().toISOString(),
    };
    const scenarioResponse = createScenarioResponse(operation, behaviour, values);
    const response = scenarioResponse ?? createDefaultResponse(operation, request, handlerContext);
    return {
      kind: 'response',
      response: headers
        ? { ...response, headers: { ...response.headers, ...fillHeaders(headers, values) } }
        : response,
      behaviour,
      isScenario: scenarioResponse !== undefined || headers !== undefined,
    };
  };
}

function createScenarioResponse(
  operation: Operation,
  { response, example }: Pick<Behaviour, 'response' | 'example'>,
  values: TemplateValues,
): MockResponse | undefined {
  if (response) {
    const { status, mediaType, body } = response;
    const headers = mediaType === undefined ? {} : { 'content-type': contentType(mediaType) };
    const text =
      typeof body === 'string'
        ? String(fillTemplate(body, values))
        : JSON.stringify(fillTemplate(body.json, values));
    return { status, headers, body: Buffer.from(text) };
  }
  if (!example) return undefined;
  const { status, name } = example;
  const declared = findExampleResponse(operation, {
    ...(status !== undefined && { status }),
    ...(name !== undefined && { example: name }),
  });
  return declared ?? createUndeclaredResponse(status ?? 200);
}

/** The response of a scenario whose status the contract does not declare. */
function createUndeclaredResponse(status: number): MockResponse {
  if (isBodyless(status)) return { status, headers: {}, body: Buffer.alloc(0) };
  const headers = { 'content-type': problemMediaType };
  const problem = createProblem(status, 'The contract does not declare this status.');
  return { status, headers, body: Buffer.from(JSON.stringify(problem)) };
}

function fillHeaders(headers: Readonly<Record<string, string>>, values: TemplateValues) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      toHeaderValue(String(fillTemplate(value, values))),
    ]),
  );
}
