import type { CheckName } from '../verify/plan/checks.ts';
import type { PhaseName } from '../verify/plan/phaseNames.ts';
import type { BackendRequest, BackendResponse } from './httpMessages.ts';
import type { BackendRules } from './referenceRules.ts';
import type { Fault } from './startBackend.ts';

/** A fault and the failures that a verifier must report for it. */
export interface SeededFault extends Fault {
  name: string;
  operation: SeededOperation;
  /** The checks that must fail for the operation; no others may. */
  checks: readonly CheckName[];
  /** The phases that find it, if `coverage`, `protocol` and `stateful` do not. */
  phases?: readonly PhaseName[];
  /** Set if a request never gets a response, so that it reaches the verifier's timeout. */
  hangs?: true;
}

type UncheckedFault = Omit<SeededFault, 'checks'>;

const operationPaths = {
  getBrief: /briefs\/[^/]+$/,
  submitFeedback: /form-submit$/,
  signIn: /tools\.jsp$/,
  signOut: /logout\.jsp$/,
  getCurrentUser: /currentUser$/,
} as const;

export type SeededOperation = keyof typeof operationPaths;

/** Declares faults that make the given checks fail. */
export function declareFaults(
  checks: readonly CheckName[],
  ...faults: readonly UncheckedFault[]
): SeededFault[] {
  return faults.map((fault) => ({ ...fault, checks }));
}

/** Changes the responses of an operation with a certain status. */
export function changeResponse(
  operation: SeededOperation,
  name: string,
  status: number,
  change: Partial<BackendResponse>,
): UncheckedFault {
  return {
    operation,
    name,
    respond: (response, { path }) =>
      response.status === status && operationPaths[operation].test(path)
        ? { ...response, ...change }
        : response,
  };
}

/** Changes only the body, to JSON. */
export function changeBody(
  operation: SeededOperation,
  name: string,
  status: number,
  value: unknown,
): UncheckedFault {
  return changeResponse(operation, name, status, { body: JSON.stringify(value) });
}

/** Replaces the response to certain requests, closes their connection, or never responds. */
export function respondWhen(
  operation: SeededOperation,
  name: string,
  matches: (request: BackendRequest) => boolean,
  replacement: BackendResponse | 'close' | 'hang',
): UncheckedFault {
  return {
    operation,
    name,
    respond: (response, request) =>
      operationPaths[operation].test(request.path) && matches(request) ? replacement : response,
    ...(replacement === 'hang' && { hangs: true }),
  };
}

/** Changes the backend's data or its rules. */
export function changeRules(
  operation: SeededOperation,
  name: string,
  rules: Partial<BackendRules>,
): UncheckedFault {
  return { operation, name, rules };
}
