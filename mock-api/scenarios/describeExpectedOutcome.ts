import type { CallOutcome } from './expectedOutcome.ts';
import type { OperationId } from './operationRequest.ts';
import type { Scenario } from './scenarios.ts';

const indexPage = 'Shows the index page.';
const notSent =
  'Thanks the subscriber immediately. Then the notice “Your message was not sent” offers to restore the text.';
const notConfirmed =
  'Thanks the subscriber immediately. Then the notice “We could not confirm that your message arrived” offers to restore the text.';
const unsuccessful = 'The call resolves to `successful: false`.';
const stillSignedIn = 'The call fails. The user stays signed in.';

const sentences: Record<OperationId, Record<CallOutcome, string>> = {
  getBrief: {
    works: 'Shows the feedback page.',
    failed: indexPage,
    'not confirmed': indexPage,
    'signed out': indexPage,
  },
  submitFeedback: {
    works: 'Thanks the subscriber. The message counts as delivered.',
    failed: notSent,
    'not confirmed': notConfirmed,
    'signed out': notSent,
  },
  signIn: {
    works: 'The call resolves to `successful: true`.',
    failed: unsuccessful,
    'not confirmed': unsuccessful,
    'signed out': `${unsuccessful} The user is signed out.`,
  },
  getCurrentUser: {
    works: 'The call resolves to the current user, if the response contains one.',
    failed: '`useCurrentUser` returns the kind `unknown`.',
    'not confirmed': '`useCurrentUser` returns the kind `unknown`.',
    'signed out': '`useCurrentUser` returns the kind `unauthorized`. The user is signed out.',
  },
  signOut: {
    works: 'The user is signed out.',
    failed: stillSignedIn,
    'not confirmed': stillSignedIn,
    'signed out': 'The call fails. The user is signed out.',
  },
};

/** Describes the expected outcome to a tester, in sentences. */
export function describeExpectedOutcome({
  operation,
  expected: { alert, outcome, note },
}: Scenario): string {
  const parts = [sentences[operation][outcome]];
  if (note) parts.push(note);
  if (alert) {
    const type = alert.type === 'error' ? 'An error alert' : 'A success alert';
    const end = alert.persistent ? 'stays until it is closed' : 'disappears after 5 seconds';
    parts.push(`${type} that ${end}: “${alert.text}”`);
  } else {
    parts.push(operation === 'submitFeedback' ? 'No other alert.' : 'No alert.');
  }
  return parts.join(' ');
}
