/** The outcome that the product must show in a browser while the host forwards its requests to the mock. */
export interface ExpectedOutcome {
  /** The alert; undefined if there must be none. */
  alert?: ExpectedAlert;
  outcome: CallOutcome;
  /** The heading of the page, if it is not “Feedback for” and the full name of the brief. */
  heading?: string;
  /** A description of anything else that is visible, in one sentence. */
  note?: string;
}

interface ExpectedAlert {
  type: 'success' | 'error';
  text: string;
  /** Whether the alert stays until the user closes it. */
  persistent: boolean;
}

/**
 * The outcome of a call, as the user sees it.
 * - `failed`: it certainly had no effect.
 * - `not confirmed`: it may have had an effect.
 */
export type CallOutcome = 'works' | 'failed' | 'not confirmed';

/** An outcome in the data file. Its alert has a text, or the status of the failed call for the default text. */
export interface ExpectedSource extends Omit<ExpectedOutcome, 'alert'> {
  alert?: Partial<ExpectedAlert> & { status?: number | string };
}

/** The suffixes of the ids of scenarios that the page can show, each with its operation. */
export const suffixes = { brief: 'getBrief', submission: 'submitFeedback' } as const;

export type Suffix = keyof typeof suffixes;

/** Returns the suffix of the scenarios of an operation; undefined if the page does not call it. */
export function findSuffix(operation: string): Suffix | undefined {
  return (Object.keys(suffixes) as Suffix[]).find((name) => suffixes[name] === operation);
}

/**
 * Completes an outcome of the data file. Unless the alert says otherwise, it is an error with the text of a failed
 * call, and closes by itself.
 */
export function completeOutcome(
  operation: string,
  { alert, ...others }: ExpectedSource,
): ExpectedOutcome {
  if (!alert) return others;
  const { status, ...given } = alert;
  const text = `Error: ${operation} failed with status ${status}`;
  return { ...others, alert: { type: 'error', text, persistent: false, ...given } };
}
