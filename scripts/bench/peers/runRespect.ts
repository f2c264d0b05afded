import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeArguments } from '../../build/nodeArguments.ts';
import { projectDirectory } from '../../build/paths.ts';
import { submission } from '../submission.ts';

const hasStatus = (status: number) => [{ condition: `$statusCode == ${status}` }];
const isAccepted = [{ condition: '$statusCode == 200 || $statusCode == 204' }];

/** A hand-written test suite: valid and invalid requests of each operation, and a session. */
const workflows = [
  workflow('brief', [
    brief('known', 'daily-harvest', 200),
    brief('unknown', 'none', 404),
    brief('invalid', 'a b', 400),
  ]),
  workflow('submission', [
    submit('valid', submission, isAccepted),
    submit('tooLong', { ...submission, text: 'x'.repeat(501) }, hasStatus(400)),
    submit('incomplete', { ...submission, text: undefined }, hasStatus(400)),
  ]),
  workflow('session', [
    signIn('wrongPassword', 'wrong', 401),
    {
      ...signIn('signedIn', 'correct horse', 200),
      outputs: { cookie: '$response.header.set-cookie' },
    },
    currentUser('duringSession', 200),
    {
      stepId: 'signOut',
      operationId: 'signOut',
      parameters: [cookie()],
      successCriteria: hasStatus(200),
    },
    currentUser('afterSession', 401),
  ]),
];

/** Runs Redocly's `respect` against a backend. Resolves to whether it finds a violation. */
export async function runRespect(url: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'respect-'));
  const file = join(folder, 'arazzo.json');
  await writeFile(
    file,
    JSON.stringify({
      arazzo: '1.0.1',
      info: { title: 'Feedback API', version: '1.0.0' },
      sourceDescriptions: [
        { name: 'api', type: 'openapi', url: join(projectDirectory, 'openapi.yaml') },
      ],
      workflows,
    }),
  );
  const child = spawn(
    process.execPath,
    [
      ...nodeArguments('redocly respect'),
      file,
      '--server',
      `api=${url}`,
      '--max-fetch-timeout',
      '2000',
    ],
    { stdio: 'ignore' },
  );
  const [status] = await once(child, 'close');
  await rm(folder, { recursive: true });
  return status !== 0;
}

function workflow(workflowId: string, steps: readonly object[]) {
  return { workflowId, steps };
}

function brief(stepId: string, briefId: string, status: number) {
  const parameters = [{ name: 'briefId', in: 'path', value: briefId }];
  return { stepId, operationId: 'getBrief', parameters, successCriteria: hasStatus(status) };
}

function submit(stepId: string, payload: object, successCriteria: object[]) {
  const requestBody = { contentType: 'application/json', payload };
  return { stepId, operationId: 'submitFeedback', requestBody, successCriteria };
}

function signIn(stepId: string, password: string, status: number) {
  const requestBody = {
    contentType: 'application/x-www-form-urlencoded',
    payload: { username: 'editor', password },
  };
  return { stepId, operationId: 'signIn', requestBody, successCriteria: hasStatus(status) };
}

function cookie() {
  return { name: 'Cookie', in: 'header', value: '$steps.signedIn.outputs.cookie' };
}

function currentUser(stepId: string, status: number) {
  const parameters = [cookie()];
  return { stepId, operationId: 'getCurrentUser', parameters, successCriteria: hasStatus(status) };
}
