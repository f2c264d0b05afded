/** What the product must show in a browser when the host forwards its requests to the mock. */
export interface ExpectedOutcome {
  /** Undefined: no alert. */
  alert?: ExpectedAlert;
  outcome: CallOutcome;
  /** The heading of the page, if it is not “Feedback for” and the full name of the brief. */
  heading?: string;
  /** Anything else that is visible, in one sentence. */
  note?: string;
}

interface ExpectedAlert {
  type: 'success' | 'error';
  text: string;
  /** Whether it stays until the user closes it. */
  persistent: boolean;
}

/**
 * The outcome of a call, as the user sees it.
 * - `failed`: it certainly had no effect.
 * - `not confirmed`: it may have had an effect.
 */
export type CallOutcome = 'works' | 'failed' | 'not confirmed';

/** An outcome as in the data file: the alert has its own text, or that of a failed call with a status. */
export interface ExpectedSource extends Omit<ExpectedOutcome, 'alert'> {
  alert?: Partial<ExpectedAlert> & { status?: number | string };
}

/** The end of the ids of the scenarios that the page can show, and their operation. */
export const suffixes = { brief: 'getBrief', submission: 'submitFeedback' } as const;

export type Suffix = keyof typeof suffixes;

/** The suffix of the scenarios of an operation; undefined if the page does not call it. */
export function findSuffix(operation: string): Suffix | undefined {
  return (Object.keys(suffixes) as Suffix[]).find((name) => suffixes[name] === operation);
}

/** Completes the alert of the data file. */
export function completeOutcome(
  operation: string,
  { alert, ...others }: ExpectedSource,
): ExpectedOutcome {
  if (!alert) return others;
  const { status, ...given } = alert;
  const text = `Error: ${operation} failed with status ${status}`;
  return { ...others, alert: { type: 'error', text, persistent: false, ...given } };
}
