import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadContract } from '#contract';
import { createBaseValues } from '../../verifier/cases/baseValues.ts';
import { encodeRequest } from '../../verifier/cases/encodeRequest.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { editorCredentials, failedChecks, runVerifier } from '../verifier/fixtures/runVerifier.ts';
import { changedSource } from './fixtures/changedContract.ts';
import { problem, startBackendWith } from './fixtures/startBackendWith.ts';
import { shareTestMock } from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';

const changes = await readFile('test/mock/fixtures/nextChanges.yaml', 'utf8');
const contractFile = join(temporaryFolderForFile(), 'openapi.yaml');
await writeFile(contractFile, await changedSource(changes));
const contract = await loadContract(contractFile);
const options = { contract, existingValues: new Map<string, string>() };
const mock = shareTestMock({ contractFile });

const credentials = { 'X-Key': 'a-key', Authorization: 'Bearer a-token' };

/** Sends the example of an operation's request. */
async function send({ url }: { url: string }, id: string, headers: object = credentials) {
  const operation = contract.operations.find((it) => it.id === id);
  const base = operation && createBaseValues(options, operation);
  const request = base && encodeRequest(contract, operation, base);
  if (!request) throw new Error(`${id} has no example.`);

  return fetch(url + request.target, {
    method: request.method,
    headers: { ...request.headers, ...headers },
    body: request.body ? new Uint8Array(request.body) : null,
  });
}

const key = { 'X-Key': 'a-key' };
const basic = { Authorization: 'Basic YW5uYTpwYXNz' };
const empty = { Authorization: 'Basic' };
const invalidKey = { ...credentials, 'X-Key': 'invalid' };
const invalidToken = { ...credentials, Authorization: 'Bearer invalid' };

test.each([
  { id: 'listTopics', what: 'an invalid key', headers: invalidKey, status: 401 },
  { id: 'listTopics', what: 'an invalid token', headers: invalidToken, status: 401 },
  { id: 'listTopics', what: 'one of two credentials', headers: key, status: 401 },
  { id: 'deleteTopic', what: 'an empty password', headers: empty, status: 401 },
  { id: 'deleteTopic', what: 'a password', headers: basic, status: 204 },
  { id: 'getCurrentUser', what: 'a key', headers: key, status: 200 },
  { id: 'getCurrentUser', what: 'no credentials', headers: {}, status: 401 },
])('$id with $what gets $status', async ({ id, headers, status }) => {
  expect((await send(mock(), id, headers)).status).toBe(status);
});

test('a 401 names the schemes of the operation', async () => {
  const { status, headers } = await send(mock(), 'deleteTopic', key);
  const expected = 'Bearer realm="mock", Basic realm="mock"';
  expect([status, headers.get('www-authenticate')]).toEqual([401, expected]);
});

test('a 400 is no violation where a parameter may have been used before', async () => {
  const backend = await startBackendWith(...problem(400));
  const observer = await startTestObserver(backend, { contractFile });
  await send(observer, 'confirm');
  expect(observer.journal.list()).toMatchObject([{ status: 400, violations: [] }]);
});

test(
  'the verifier reports nothing about the mock after the next changes',
  async () => {
    const args = Object.entries(credentials).flatMap(([name, it]) => [
      '--header',
      `${name}: ${it}`,
    ]);
    args.push('--allow-writes');
    const report = await runVerifier(contract, mock().url, args, editorCredentials);
    expect(failedChecks(report)).toEqual([]);
    expect(report.untested).toEqual([]);
  },
  longTestTimeoutMs,
);
