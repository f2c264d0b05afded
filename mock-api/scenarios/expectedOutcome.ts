/** What the product must show in a browser when the host forwards its requests to the mock. */
export interface ExpectedOutcome {
  /** Undefined: no alert. */
  alert?: ExpectedAlert;
  outcome: CallOutcome;
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
 * - `signed out`: it failed, and the user is signed out.
 */
export type CallOutcome = 'works' | 'failed' | 'not confirmed' | 'signed out';

/** As in the data file: the alert has its own text, or that of a failed call with a status. */
export interface ExpectedSource extends Omit<ExpectedOutcome, 'alert'> {
  alert?: Partial<ExpectedAlert> & { status?: number | string };
}

/** The end of the ids of the scenarios that the page can show, and what the page then shows. */
export const endings = {
  brief: {
    operation: 'getBrief',
    outcomes: {
      works: 'Shows the feedback page.',
      failed: 'Shows the index page.',
      'not confirmed': 'Shows the index page.',
      'signed out': 'Shows the index page.',
    },
    noAlert: 'No alert.',
  },
  submission: {
    operation: 'submitFeedback',
    outcomes: {
      works:
        'Thanks the subscriber. Then “Sent at” with the time and the subject is beside Submit.',
      failed:
        'Thanks the subscriber immediately. Then “Not sent” is beside Submit, and the text is back in the form.',
      'not confirmed':
        'Thanks the subscriber immediately. Then “Not confirmed” is beside Submit, and the text is back in the form.',
      'signed out':
        'Thanks the subscriber immediately. Then “Not sent” is beside Submit, and the text is back in the form.',
    },
    noAlert: 'No other alert.',
  },
} as const satisfies Record<
  string,
  { operation: string; outcomes: Record<CallOutcome, string>; noAlert: string }
>;

export type Ending = keyof typeof endings;

/** The ending of the scenarios of an operation; undefined if the page does not call it. */
export function endingOf(operation: string): Ending | undefined {
  return (Object.keys(endings) as Ending[]).find((name) => endings[name].operation === operation);
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

/** Describes the expected outcome to a tester, in sentences. */
export function describeOutcome(ending: Ending, { alert, outcome, note }: ExpectedOutcome): string {
  const { outcomes, noAlert } = endings[ending];
  const parts: string[] = [outcomes[outcome]];
  if (note) parts.push(note);
  if (alert) {
    const type = alert.type === 'error' ? 'An error alert' : 'A success alert';
    const end = alert.persistent ? 'stays until it is closed' : 'disappears after 5 seconds';
    parts.push(`${type} that ${end}: “${alert.text}”`);
  } else {
    parts.push(noAlert);
  }
  return parts.join(' ');
}
