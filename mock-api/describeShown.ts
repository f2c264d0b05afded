import type { Scenario } from './scenarios.ts';
import type { OperationId, Outcome } from './shown.ts';

const BRIEF_FAILED = 'The index page.';
const NOT_SENT = 'Thanks at once; then “Your message was not sent”, which offers the text back.';
const NOT_CONFIRMED =
  'Thanks at once; then “We could not confirm that your message arrived”, which offers the text back.';
const REFUSED = 'The call resolves to `successful: false`.';
const STILL_IN = 'The call fails; the person still counts as signed in.';

const OUTCOMES: Record<OperationId, Record<Outcome, string>> = {
  getBrief: {
    works: 'The feedback page.',
    failed: BRIEF_FAILED,
    'not confirmed': BRIEF_FAILED,
    'signed out': BRIEF_FAILED,
  },
  submitFeedback: {
    works: 'Thanks; the message counts as sent.',
    failed: NOT_SENT,
    'not confirmed': NOT_CONFIRMED,
    'signed out': NOT_SENT,
  },
  signIn: {
    works: 'The call resolves to `successful: true`.',
    failed: REFUSED,
    'not confirmed': REFUSED,
    'signed out': `${REFUSED} The person counts as signed out.`,
  },
  getCurrentUser: {
    works: 'The current user, where the answer names one.',
    failed: 'The failure is tagged `unknown`.',
    'not confirmed': 'The failure is tagged `unknown`.',
    'signed out': 'The failure is tagged `unauthorized`; the person counts as signed out.',
  },
  signOut: {
    works: 'The person counts as signed out.',
    failed: STILL_IN,
    'not confirmed': STILL_IN,
    'signed out': 'The call fails; the person counts as signed out.',
  },
};

/** What the product must show, in sentences for a person who checks it. */
export function describeShown({ operation, shows: { alert, outcome, note } }: Scenario): string {
  const sentences = [OUTCOMES[operation][outcome]];
  if (note) sentences.push(note);
  if (alert) {
    const type = alert.type === 'error' ? 'An error alert' : 'A success alert';
    const end = alert.persistent ? 'stays until it is closed' : 'goes after 5 seconds';
    sentences.push(`${type} that ${end}: “${alert.text}”`);
  } else {
    sentences.push(operation === 'submitFeedback' ? 'No other alert.' : 'No alert.');
  }
  return sentences.join(' ');
}
