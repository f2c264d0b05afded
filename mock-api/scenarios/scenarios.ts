import type { Behaviour } from './behaviour.ts';
import {
  type ExpectedOutcome,
  failsWithStatus,
  failsWithText,
  incompleteBody,
  unparsableBody,
  withoutData,
} from './expectedOutcome.ts';
import { createProblem, problemMediaType } from './problem.ts';
import type { Scenario } from './scenario.ts';
import { type ScenarioOperationId, scenarioOperations } from './scenarioOperations.ts';

/** A scenario that a brief id or user name selects, with the outcome that the product must show. */
export interface BuiltInScenario extends Omit<Scenario, 'expectation'> {
  operation: ScenarioOperationId;
  expected: ExpectedOutcome;
}

/** A row of the table, from which each operation gets its own scenario. */
interface ScenarioTemplate {
  name: string;
  description: string;
  /** The behaviour of every attempt, or one for each. */
  behaviour: Behaviour | readonly Behaviour[];
  expected: (operation: ScenarioOperationId) => ExpectedOutcome;
  /** Omitted: every operation. */
  operations?: readonly ScenarioOperationId[];
}

const works = (): ExpectedOutcome => ({ outcome: 'works' });
const signedOut = (): ExpectedOutcome => ({ outcome: 'signed out' });

const problem = (status: number, detail: string): Behaviour => ({
  status,
  mediaType: problemMediaType,
  body: createProblem(status, detail),
});

const serverError = problem(500, 'Something went wrong.');

const templates: readonly ScenarioTemplate[] = [
  {
    name: 'missing',
    description: 'Responds with 404 and JSON.',
    behaviour: problem(404, 'There is no such brief.'),
    expected: (operation) => failsWithStatus(operation, 404, { persistent: true }),
  },
  {
    name: 'missing-page',
    description: 'Responds with 404 and plain text.',
    behaviour: { status: 404, body: 'Not found: there is no such page.' },
    expected: () => failsWithText('Not found: there is no such page.', { persistent: true }),
  },
  {
    name: 'signed-out',
    description: 'Responds with 401 and JSON.',
    behaviour: problem(401, 'Not signed in.'),
    expected: signedOut,
  },
  {
    name: 'login-page',
    description: 'Responds with 401 and a sign-in page in HTML.',
    behaviour: {
      status: 401,
      mediaType: 'text/html',
      body: '<!doctype html><title>Please sign in</title>',
    },
    expected: signedOut,
  },
  {
    name: 'broken',
    description: 'Responds with 500 and JSON.',
    behaviour: serverError,
    expected: (operation) => failsWithStatus(operation, 500),
  },
  {
    name: 'stack-trace',
    description: 'Responds with 500 and plain text.',
    behaviour: { status: 500, body: 'java.lang.NullPointerException at com.example.Brief.load' },
    expected: () => failsWithText('java.lang.NullPointerException at com.example.Brief.load'),
  },
  {
    name: 'chatty',
    description: 'Responds with 200 and plain text instead of JSON.',
    behaviour: { status: 200, body: 'All is well & <b>good</b>' },
    expected: (operation) => unparsableBody(operation, 'All is well & <b>good</b>'),
  },
  {
    name: 'empty',
    description: 'Responds with 200 and an empty body.',
    behaviour: { status: 200, body: '' },
    expected: withoutData,
  },
  {
    name: 'incomplete-json',
    description: 'Responds with 200 and incomplete JSON. The response itself is complete.',
    behaviour: { status: 200, mediaType: 'application/json', body: '{"name":"unfin' },
    expected: (operation) => unparsableBody(operation, '{"name":"unfin'),
  },
  {
    name: 'mislabelled',
    description: 'Responds with 200 and valid JSON, labelled as an image.',
    behaviour: {
      status: 200,
      mediaType: 'image/png',
      body: '{"name":"mislabelled","fullName":"Mislabelled","userId":"m","roles":[],"emailAddress":"m@example.com"}',
    },
    expected: works,
  },
  {
    name: 'nameless',
    description: 'Responds with 200 and {}.',
    behaviour: { status: 200, body: {} },
    expected: withoutData,
    operations: ['getBrief'],
  },
  {
    name: 'null',
    description: 'Responds with 200 and null.',
    behaviour: { status: 200, body: null },
    expected: withoutData,
    operations: ['getBrief'],
  },
  {
    name: 'quiet',
    description: 'Responds with 204.',
    behaviour: { status: 204, body: '' },
    expected: works,
    operations: ['submitFeedback'],
  },
  {
    name: 'slow',
    description: 'Sends the default response after 3 seconds.',
    behaviour: { delay: 3000 },
    expected: works,
  },
  {
    name: 'silent',
    description: 'Never responds, so that the host times out.',
    behaviour: { fault: 'no response' },
    expected: (operation) => failsWithStatus(operation, 504, { outcome: 'not confirmed' }),
  },
  {
    name: 'reset',
    description: 'Resets the connection before the first byte.',
    behaviour: { fault: 'reset' },
    expected: (operation) => failsWithStatus(operation, 502, { outcome: 'not confirmed' }),
  },
  {
    name: 'reset-mid-body',
    description: 'Resets the connection in the middle of the body.',
    behaviour: { fault: 'reset mid-body' },
    expected: incompleteBody,
  },
  {
    name: 'truncated',
    description: 'Closes the connection normally in the middle of the body.',
    behaviour: { fault: 'truncated' },
    expected: incompleteBody,
  },
  {
    name: 'flaky',
    description:
      'Responds with 500 twice, then with the default response. Attempts are counted per id and suffix.',
    behaviour: [serverError, serverError, {}],
    expected: (operation) => ({
      ...failsWithStatus(operation, 500),
      note:
        operation === 'getBrief'
          ? 'Works from the third attempt on: choose “Try again” twice. A reload stays on the index page.'
          : 'Works from the third attempt on.',
    }),
  },
];

/** Every scenario, by operation. */
export const scenarios: readonly BuiltInScenario[] = Object.entries(scenarioOperations).flatMap(
  ([operationId, { suffix }]) => {
    const operation = operationId as ScenarioOperationId;
    return templates
      .filter(({ operations }) => !operations || operations.includes(operation))
      .map(({ name, description, behaviour, expected }) => ({
        id: `${name}-${suffix}`,
        operation,
        description,
        steps: [behaviour].flat(),
        expected: expected(operation),
      }));
  },
);
