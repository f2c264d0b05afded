import type { CallOutcome } from './expectedOutcome.ts';
import type { OperationId } from './operationRequest.ts';

interface ScenarioOperation {
  /** What the operation appends to a row of the scenarios: `missing` becomes `missing-brief`. */
  suffix: string;
  /** The heading of its scenarios in the console. */
  title: string;
  /** How a tester selects one of them. */
  usage: string;
  /** What the product then shows. */
  outcomes: Readonly<Record<CallOutcome, string>>;
}

const indexPage = 'Shows the index page.';
const notSent =
  'Thanks the subscriber immediately. Then “Not sent” is beside Submit, and the text is back in the form.';
const notConfirmed =
  'Thanks the subscriber immediately. Then “Not confirmed” is beside Submit, and the text is back in the form.';
const unsuccessful = 'The call resolves to `successful: false`.';
const stillSignedIn = 'The call fails. The user stays signed in.';

/**
 * The operations that have scenarios. An operation that is added to the contract works without an entry:
 * `Prefer` selects its responses. With an entry, `identifyRequest` must also find its key.
 */
export const scenarioOperations = {
  getBrief: {
    suffix: 'brief',
    title: 'Reading a brief',
    usage: 'The brief id in the page’s URL selects the scenario.',
    outcomes: {
      works: 'Shows the feedback page.',
      failed: indexPage,
      'not confirmed': indexPage,
      'signed out': indexPage,
    },
  },
  submitFeedback: {
    suffix: 'submission',
    title: 'Sending a message',
    usage:
      'The brief id in the page’s URL selects the scenario. The page loads normally: write a message and submit it.',
    outcomes: {
      works:
        'Thanks the subscriber. Then “Sent at” with the time and the subject is beside Submit.',
      failed: notSent,
      'not confirmed': notConfirmed,
      'signed out': notSent,
    },
  },
  signIn: {
    suffix: 'sign-in',
    title: 'Signing in',
    usage:
      'The user name selects the scenario, with any password. The product has no sign-in page, so the console sends the request.',
    outcomes: {
      works: 'The call resolves to `successful: true`.',
      failed: unsuccessful,
      'not confirmed': unsuccessful,
      'signed out': `${unsuccessful} The user is signed out.`,
    },
  },
  getCurrentUser: {
    suffix: 'current-user',
    title: 'Reading the current user',
    usage:
      'The user name selects the scenario. The console signs in and then reads the current user.',
    outcomes: {
      works: 'The call resolves to the current user, if the response contains one.',
      failed: '`useCurrentUser` returns the kind `unknown`.',
      'not confirmed': '`useCurrentUser` returns the kind `unknown`.',
      'signed out': '`useCurrentUser` returns the kind `unauthorized`. The user is signed out.',
    },
  },
  signOut: {
    suffix: 'sign-out',
    title: 'Signing out',
    usage: 'The user name selects the scenario. The console signs in and then signs out.',
    outcomes: {
      works: 'The user is signed out.',
      failed: stillSignedIn,
      'not confirmed': stillSignedIn,
      'signed out': 'The call fails. The user is signed out.',
    },
  },
} as const satisfies Partial<Record<OperationId, ScenarioOperation>>;

export type ScenarioOperationId = keyof typeof scenarioOperations;

export function isScenarioOperation(operation: string): operation is ScenarioOperationId {
  return Object.hasOwn(scenarioOperations, operation);
}
