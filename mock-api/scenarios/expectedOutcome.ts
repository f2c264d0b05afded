import type { OperationId } from './operationRequest.ts';

/** What the product must show in a browser when the host forwards its requests to the mock. */
export interface ExpectedOutcome {
  /** Undefined: no alert. */
  alert?: ExpectedAlert;
  outcome: CallOutcome;
  /** Anything else that is visible, in one sentence. */
  note?: string;
}

export interface ExpectedAlert {
  type: 'success' | 'error';
  text: string;
  /** Whether it stays until the user closes it. */
  persistent: boolean;
}

/**
 * The outcome of a call, as the user sees it.
 * - `failed`: it certainly had no effect.
 * - `not confirmed`: it may have had an effect.
 * - `signed out`: it failed, and the user is signed out.
 */
export type CallOutcome = 'works' | 'failed' | 'not confirmed' | 'signed out';

interface FailureOptions {
  persistent?: boolean;
  outcome?: CallOutcome;
}

/** A failure with the product's own alert text. */
export function failsWithStatus(
  operation: OperationId,
  status: number | string,
  options?: FailureOptions,
): ExpectedOutcome {
  return failsWithText(`Error: ${operation} failed with status ${status}`, options);
}

/** A failure whose response text is the alert text. */
export function failsWithText(
  text: string,
  { persistent = false, outcome = 'failed' }: FailureOptions = {},
): ExpectedOutcome {
  return { alert: { type: 'error', text, persistent }, outcome };
}

/** A 2xx whose body is not JSON: a submission has arrived, requested data has not. */
export function unparsableBody(operation: OperationId, text: string): ExpectedOutcome {
  if (ignoresBody(operation)) return { outcome: 'works' };
  const outcome = operation === 'submitFeedback' ? 'works' : 'failed';
  return { alert: { type: 'success', text, persistent: false }, outcome };
}

/** A 2xx whose body is incomplete. */
export function incompleteBody(operation: OperationId): ExpectedOutcome {
  if (ignoresBody(operation)) return { outcome: 'works' };
  return failsWithStatus(operation, 'FETCH_ERROR', { outcome: 'not confirmed' });
}

/** A 2xx without usable data. */
export function withoutData(operation: OperationId): ExpectedOutcome {
  if (operation !== 'getBrief') return { outcome: 'works' };
  return {
    outcome: 'works',
    note: 'The heading ends after “Feedback for”, and the links have no brief name.',
  };
}

/** The product does not read the body of a 2xx response to these. */
function ignoresBody(operation: OperationId): boolean {
  return operation === 'signIn' || operation === 'signOut';
}
