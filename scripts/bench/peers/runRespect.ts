import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { nodeArguments } from '../../build/nodeArguments.ts';
import { submission } from '../../reference-backend/probes.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const signInBody = (password: string) => ({
  requestBody: { contentType: form, payload: { username: 'editor', password } },
});
const submissionBody = (changes: object) => ({
  requestBody: { contentType: json, payload: { ...submission, ...changes } },
});
const briefId = (value: string) => ({ parameters: [{ name: 'briefId', in: 'path', value }] });
const inSession = {
  parameters: [{ name: 'Cookie', in: 'header', value: '$steps.signedIn.outputs.cookie' }],
};

/** A hand-written test suite: valid and invalid requests of each operation, and a session. */
const steps = [
  step('known', 'getBrief', 200, briefId('daily-harvest')),
  step('unknown', 'getBrief', 404, briefId('none')),
  step('invalid', 'getBrief', 400, briefId('a b')),
  step('valid', 'submitFeedback', 204, submissionBody({})),
  step('tooLong', 'submitFeedback', 400, submissionBody({ text: 'x'.repeat(501) })),
  step('incomplete', 'submitFeedback', 400, submissionBody({ text: undefined })),
  step('wrongPassword', 'signIn', 401, signInBody('wrong')),
  step('signedIn', 'signIn', 200, {
    ...signInBody('correct horse'),
    outputs: { cookie: '$response.header.set-cookie' },
  }),
  step('duringSession', 'getCurrentUser', 200, inSession),
  step('signedOut', 'signOut', 200, inSession),
  step('afterSession', 'getCurrentUser', 401, inSession),
];

function step(stepId: string, operationId: string, status: number, request: object) {
  const successCriteria = [{ condition: `$statusCode == ${status}` }];
  return { stepId, operationId, ...request, successCriteria };
}

/** Runs Redocly's `respect` against a backend. Resolves to one sentence if it finds a violation. */
export async function runRespect(url: string, contractFile: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'respect-'));
  const file = join(folder, 'arazzo.json');
  const suite = {
    arazzo: '1.0.1',
    info: { title: 'Suite', version: '1.0.0' },
    sourceDescriptions: [{ name: 'api', type: 'openapi', url: resolve(contractFile) }],
    workflows: [{ workflowId: 'all', steps }],
  };
  await writeFile(file, JSON.stringify(suite));
  const args = [file, '--server', `api=${url}`, '--max-fetch-timeout', '2000'];
  const command = [...nodeArguments('redocly respect'), ...args];
  try {
    await promisify(execFile)(process.execPath, command);
    return [];
  } catch {
    return ['The suite fails.'];
  } finally {
    await rm(folder, { recursive: true });
  }
}
