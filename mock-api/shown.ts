import type { operations } from '#openapi';

export type OperationId = keyof operations;

/** What the product must show, seen in a browser in front of the host. */
export interface Shown {
  /** Undefined: no alert. */
  alert?: ExpectedAlert;
  outcome: Outcome;
  /** What else there is to see, in a sentence. */
  note?: string;
}

export interface ExpectedAlert {
  type: 'success' | 'error';
  text: string;
  /** Whether it stays until it is closed. */
  persistent: boolean;
}

/**
 * For the person: it works; it failed and certainly did nothing; nobody knows whether it did; it
 * failed and the person counts as signed out.
 */
export type Outcome = 'works' | 'failed' | 'not confirmed' | 'signed out';

/** A failure that the product words itself. */
export function failed(
  operation: OperationId,
  status: number | string,
  { persistent = false, outcome = 'failed' }: { persistent?: boolean; outcome?: Outcome } = {},
): Shown {
  return failedWith(`Error: ${operation} failed with status ${status}`, { persistent, outcome });
}

/** A failure whose text the product shows as it came. */
export function failedWith(
  text: string,
  { persistent = false, outcome = 'failed' }: { persistent?: boolean; outcome?: Outcome } = {},
): Shown {
  return { alert: { type: 'error', text, persistent }, outcome };
}

/** A 2xx that is no JSON: what was sent has arrived, what was asked for has not. */
export function unreadable(operation: OperationId, text: string): Shown {
  if (ignoresBody(operation)) return { outcome: 'works' };
  const outcome = operation === 'submitFeedback' ? 'works' : 'failed';
  return { alert: { type: 'success', text, persistent: false }, outcome };
}

/** A 2xx that breaks off. */
export function brokenOff(operation: OperationId): Shown {
  if (ignoresBody(operation)) return { outcome: 'works' };
  return failed(operation, 'FETCH_ERROR', { outcome: 'not confirmed' });
}

/** A 2xx with nothing in it that could be used. */
export function nothing(operation: OperationId): Shown {
  if (operation !== 'getBrief') return { outcome: 'works' };
  return {
    outcome: 'works',
    note: 'The heading ends after “Feedback for”, the links lack the name.',
  };
}

/** Of these the product reads only status and headers where the status is 2xx. */
function ignoresBody(operation: OperationId): boolean {
  return operation === 'signIn' || operation === 'signOut';
}
