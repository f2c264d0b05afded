import { type Behaviour, html, json, text } from './answers/behaviour.ts';
import {
  brokenOff,
  failed,
  failedWith,
  nothing,
  type OperationId,
  type Shown,
  unreadable,
} from './shown.ts';

/** One value a tester can use, what the mock then does and what the product must then show. */
export interface Scenario {
  /** The brief id or user name that chooses it: `missing-brief`. */
  id: string;
  operation: OperationId;
  does: string;
  behaviour: Behaviour;
  shows: Shown;
}

interface Story {
  story: string;
  does: string;
  behaviour: Behaviour;
  shows: (operation: OperationId) => Shown;
  /** Left out: every operation. */
  only?: readonly OperationId[];
}

const asUsual = (): Shown => ({ outcome: 'works' });
const signedOut = (): Shown => ({ outcome: 'signed out' });

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
    shows: signedOut,
  },
  {
    story: 'login-page',
    does: 'Answers 401 with a sign-in page in HTML.',
    behaviour: html(401, '<!doctype html><title>Please sign in</title>'),
    shows: signedOut,
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
    shows: nothing,
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
    shows: asUsual,
  },
  {
    story: 'nameless',
    does: 'Answers 200 with {}.',
    behaviour: json(200, {}),
    shows: nothing,
    only: ['getBrief'],
  },
  {
    story: 'null',
    does: 'Answers 200 with null.',
    behaviour: json(200, null),
    shows: nothing,
    only: ['getBrief'],
  },
  {
    story: 'off-contract',
    does: 'Answers 200 with JSON whose fields are all null.',
    behaviour: json(200, { name: null, fullName: null, roles: null }),
    shows: nothing,
    only: ['getBrief', 'getCurrentUser'],
  },
  {
    story: 'quiet',
    does: 'Answers 204.',
    behaviour: { answer: { status: 204, body: '' } },
    shows: asUsual,
    only: ['submitFeedback'],
  },
  {
    story: 'slow',
    does: 'Answers as usual, after 3 seconds.',
    behaviour: { delay: 3000 },
    shows: asUsual,
  },
  {
    story: 'sluggish',
    does: 'Answers as usual, after 0.2 to 1.5 seconds, drawn from a seeded sequence.',
    behaviour: { delay: [200, 1500] },
    shows: asUsual,
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
    shows: (operation) => ({ ...failed(operation, 500), note: 'From the third time on it works.' }),
  },
];

/** What each operation's scenarios end in: `missing` becomes `missing-brief`, `missing-submission` … */
const SUBJECTS = {
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
