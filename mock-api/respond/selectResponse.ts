import type { Operation } from '../contract/contract.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import type { HandlerContext } from '../operations/operationHandler.ts';
import type { Behaviour } from '../scenarios/behaviour.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenarios.ts';
import type { AttemptBehaviour, AttemptCounter } from './attemptCounter.ts';
import { createDefaultResponse } from './createDefaultResponse.ts';
import type { MockResponse } from './findExampleResponse.ts';

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
  | { kind: 'no response'; behaviour: AttemptBehaviour }
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
    const { response: scenarioResponse, fault } = behaviour;
    // The handler does not run, so that a request without a response changes no state.
    if (fault === 'no response' || fault === 'reset') return { kind: 'no response', behaviour };
    return {
      kind: 'response',
      response: scenarioResponse
        ? encodeScenarioResponse(scenarioResponse)
        : createDefaultResponse(operation, request, handlerContext),
      behaviour,
      isScenario: scenarioResponse !== undefined,
    };
  };
}

function encodeScenarioResponse({
  status,
  mediaType,
  body,
}: NonNullable<Behaviour['response']>): MockResponse {
  const headers = mediaType === undefined ? {} : { 'content-type': mediaType };
  return { status, headers, body: Buffer.from(body) };
}
