import type { operations } from '#openapi';
import type { Behaviour } from './behaviour.ts';

type OperationId = keyof operations;

/** One value a tester can use, what the mock then does and what the product must then show. */
export interface Scenario {
  /** The brief id or user name that chooses it: `missing-brief`. */
  id: string;
  operation: OperationId;
  does: string;
  behaviour: Behaviour;
  shows: Shown;
}

/** What the product must show, seen in a browser in front of the host. */
export interface Shown {
  /** Undefined: no alert. */
  alert?: ExpectedAlert;
  outcome: Outcome;
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

interface Story {
  story: string;
  does: string;
  behaviour: Behaviour;
  shows: (operation: OperationId) => Shown;
  /** Left out: every operation. */
  only?: readonly OperationId[];
}

const STORIES: readonly Story[] = [
  {
    story: 'missing',
    does: 'Answers 404 with JSON.',
    behaviour: json(404, { message: 'There is no such brief.' }),
    shows: (operation) => failed(operation, 404, { persistent: true }),
  },
  {
    story: 'missing-page',
    does: 'Answers 404 with plain text.',
    behaviour: text(404, 'Not found: nobody has heard of this.'),
    shows: () => failedWith('Not found: nobody has heard of this.', { persistent: true }),
  },
  {
    story: 'signed-out',
    does: 'Answers 401 with JSON.',
    behaviour: json(401, { message: 'Not signed in.' }),
    shows: () => ({ outcome: 'signed out' }),
  },
  {
    story: 'login-page',
    does: 'Answers 401 with a sign-in page in HTML.',
    behaviour: html(401, '<!doctype html><title>Please sign in</title>'),
    shows: () => ({ outcome: 'signed out' }),
  },
  {
    story: 'broken',
    does: 'Answers 500 with JSON.',
    behaviour: json(500, { message: 'Something went wrong.' }),
    shows: (operation) => failed(operation, 500),
  },
  {
    story: 'stack-trace',
    does: 'Answers 500 with plain text.',
    behaviour: text(500, 'java.lang.NullPointerException at com.example.Brief.load'),
    shows: () => failedWith('java.lang.NullPointerException at com.example.Brief.load'),
  },
  {
    story: 'chatty',
    does: 'Answers 200 with plain text instead of JSON.',
    behaviour: text(200, 'All is well & <b>good</b>'),
    shows: (operation) => unreadable(operation, 'All is well & <b>good</b>'),
  },
  {
    story: 'empty',
    does: 'Answers 200 with an empty body.',
    behaviour: { answer: { status: 200, body: '' } },
    shows: () => ({ outcome: 'works' }),
  },
  {
    story: 'unfinished',
    does: 'Answers 200 with JSON that stops in the middle, in a complete answer.',
    behaviour: { answer: { status: 200, mediaType: 'application/json', body: '{"name":"unfin' } },
    shows: (operation) => unreadable(operation, '{"name":"unfin'),
  },
  {
    story: 'garbled',
    does: 'Answers 200 with characters that mean nothing, labelled as JSON.',
    behaviour: {
      answer: { status: 200, mediaType: 'application/json', body: '\u25a0\u25a1 %$ }{ \u00a7' },
    },
    shows: (operation) => unreadable(operation, '\u25a0\u25a1 %$ }{ \u00a7'),
  },
  {
    story: 'mislabelled',
    does: 'Answers 200 with good JSON, labelled as an image.',
    behaviour: {
      answer: {
        status: 200,
        mediaType: 'image/png',
        body: '{"name":"mislabelled","fullName":"Mislabelled","userId":"m","roles":[],"emailAddress":"m@example.com"}',
      },
    },
    shows: () => ({ outcome: 'works' }),
  },
  {
    story: 'nameless',
    does: 'Answers 200 with {}.',
    behaviour: json(200, {}),
    shows: () => ({ outcome: 'works' }),
    only: ['getBrief'],
  },
  {
    story: 'null',
    does: 'Answers 200 with null.',
    behaviour: json(200, null),
    shows: () => ({ outcome: 'works' }),
    only: ['getBrief'],
  },
  {
    story: 'off-contract',
    does: 'Answers 200 with JSON whose fields are all null.',
    behaviour: json(200, { name: null, fullName: null, roles: null }),
    shows: () => ({ outcome: 'works' }),
    only: ['getBrief', 'getCurrentUser'],
  },
  {
    story: 'quiet',
    does: 'Answers 204.',
    behaviour: { answer: { status: 204, body: '' } },
    shows: () => ({ outcome: 'works' }),
    only: ['submitFeedback'],
  },
  {
    story: 'slow',
    does: 'Answers as usual, after 3 seconds.',
    behaviour: { delay: 3000 },
    shows: () => ({ outcome: 'works' }),
  },
  {
    story: 'sluggish',
    does: 'Answers as usual, after 0.2 to 1.5 seconds, drawn from a seeded sequence.',
    behaviour: { delay: [200, 1500] },
    shows: () => ({ outcome: 'works' }),
  },
  {
    story: 'silent',
    does: 'Never answers. The host gives up after its time limit of 20 seconds.',
    behaviour: { delivery: 'never' },
    shows: (operation) => failed(operation, 504, { outcome: 'not confirmed' }),
  },
  {
    story: 'reset',
    does: 'Resets the connection before the first byte.',
    behaviour: { delivery: 'reset' },
    shows: (operation) => failed(operation, 502, { outcome: 'not confirmed' }),
  },
  {
    story: 'torn',
    does: 'Resets the connection in the middle of the body.',
    behaviour: { delivery: 'torn' },
    shows: brokenOff,
  },
  {
    story: 'cut',
    does: 'Closes the connection in the middle of the body.',
    behaviour: { delivery: 'cut' },
    shows: brokenOff,
  },
  {
    story: 'flaky',
    does: 'Answers 500 twice, then as usual: counted for each id with its suffix.',
    behaviour: { ...json(500, { message: 'Something went wrong.' }), times: 2 },
    shows: (operation) => failed(operation, 500),
  },
];

/** What each operation's scenarios end in: `missing` becomes `missing-brief`, `missing-submission` … */
export const SUBJECTS = {
  getBrief: 'brief',
  submitFeedback: 'submission',
  signIn: 'sign-in',
  getCurrentUser: 'current-user',
  signOut: 'sign-out',
} satisfies Record<OperationId, string>;

/** Every scenario that a brief id or a user name can choose. */
export const scenarios: readonly Scenario[] = Object.entries(SUBJECTS).flatMap(([id, subject]) => {
  const operation = id as OperationId;
  return STORIES.filter(({ only }) => !only || only.includes(operation)).map(
    ({ story, does, behaviour, shows }) => ({
      id: `${story}-${subject}`,
      operation,
      does,
      behaviour,
      shows: shows(operation),
    }),
  );
});

const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));

/** The scenario that a brief id or a user name chooses, with or without a tester's suffix. */
export function findScenario(key: string): Scenario | undefined {
  return byId.get(splitKey(key).name);
}

/** `slow-brief.anna` is the scenario `slow-brief`, kept apart for `anna`. */
export function splitKey(key: string): { name: string; suffix: string } {
  const dot = key.indexOf('.');
  return dot < 0
    ? { name: key, suffix: '' }
    : { name: key.slice(0, dot), suffix: key.slice(dot + 1) };
}

function json(status: number, value: unknown): Behaviour {
  return { answer: { status, mediaType: 'application/json', body: JSON.stringify(value) } };
}

function text(status: number, body: string): Behaviour {
  return { answer: { status, mediaType: 'text/plain; charset=utf-8', body } };
}

function html(status: number, body: string): Behaviour {
  return { answer: { status, mediaType: 'text/html; charset=utf-8', body } };
}

function failed(
  operation: OperationId,
  status: number | string,
  { persistent = false, outcome = 'failed' }: { persistent?: boolean; outcome?: Outcome } = {},
): Shown {
  const alert = {
    type: 'error',
    text: `Error: ${operation} failed with status ${status}`,
    persistent,
  };
  return { alert: alert as ExpectedAlert, outcome };
}

function failedWith(text: string, { persistent = false } = {}): Shown {
  return { alert: { type: 'error', text, persistent }, outcome: 'failed' };
}

/** A 2xx that is no JSON: what was sent has arrived, what was asked for has not. */
function unreadable(operation: OperationId, text: string): Shown {
  if (ignoresBody(operation)) return { outcome: 'works' };
  const outcome = operation === 'submitFeedback' ? 'works' : 'failed';
  return { alert: { type: 'success', text, persistent: false }, outcome };
}

function brokenOff(operation: OperationId): Shown {
  if (ignoresBody(operation)) return { outcome: 'works' };
  return failed(operation, 'FETCH_ERROR', { outcome: 'not confirmed' });
}

/** Of these the product reads only status and headers where the status is 2xx. */
function ignoresBody(operation: OperationId): boolean {
  return operation === 'signIn' || operation === 'signOut';
}
