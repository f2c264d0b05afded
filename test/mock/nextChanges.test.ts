import { readFile } from 'node:fs/promises';
import { expect, test as pure } from 'vitest';
import { decodeContent, loadContract } from '#contract';
import { createBaseValues } from '../../verifier/cases/baseValues.ts';
import { encodeRequest } from '../../verifier/cases/encodeRequest.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { editorCredentials, failedChecks, runVerifier } from '../verifier/fixtures/runVerifier.ts';
import { contractForFile } from './fixtures/changedContract.ts';
import { mockWith } from './fixtures/mockTest.ts';
import { problem, startBackendWith } from './fixtures/startBackendWith.ts';
import { startTestObserver } from './fixtures/startTestMock.ts';

/** Names that every object inherits. */
const names = ['toString', 'constructor', 'hasOwnProperty', 'valueOf'];

/** An operation in which everything has the name NAME, and is required. */
const inherited = `
components:
  schemas: { NAME: { type: string, minLength: 1 } }
  securitySchemes: { NAME: { type: apiKey, in: header, name: X-NAME } }
paths:
  /of-NAME/{NAME}:
    post:
      operationId: NAME
      security: [{ NAME: [] }]
      parameters:
        - { name: NAME, in: path, required: true, example: a, schema: { $ref: '#/components/schemas/NAME' } }
        - { name: NAME, in: query, required: true, example: a, schema: { $ref: '#/components/schemas/NAME' } }
        - { name: NAME, in: header, required: true, example: a, schema: { $ref: '#/components/schemas/NAME' } }
        - { name: NAME, in: cookie, required: true, example: a, schema: { $ref: '#/components/schemas/NAME' } }
      requestBody:
        required: true
        content: &content
          application/json:
            schema: { type: object, required: [NAME], properties: { NAME: { type: string, minLength: 1 } } }
            examples: { NAME: { value: { NAME: a } } }
      responses:
        200:
          description: NAME
          headers: { NAME: { required: true, example: a, schema: { type: string, minLength: 1 } } }
          content: *content
          links: { NAME: { operationId: NAME, parameters: { query.NAME: a } } }
        400: { $ref: '#/components/responses/BadRequest' }
        401: { $ref: '#/components/responses/Unauthorized' }
`;

const contractFile = await contractForFile(
  await readFile('test/mock/fixtures/nextChanges.yaml', 'utf8'),
  ...names.map((name) => inherited.replaceAll('NAME', name)),
);
const contract = await loadContract(contractFile);
const credentials = { 'X-Key': 'a-key', Authorization: 'Bearer a-token' };

/** Sends the example of an operation's request. */
async function send({ url }: { url: string }, id: string, headers: object = credentials) {
  const operation = contract.operations.find((one) => one.id === id);
  const options = { contract, existingValues: new Map<string, string>() };
  const base = operation && createBaseValues(options, operation);
  const request = base && encodeRequest(contract, operation, base);
  if (!request) throw new Error(`${id} has no example.`);

  return fetch(url + request.target, {
    method: request.method,
    headers: { ...request.headers, ...headers },
    body: request.body ? new Uint8Array(request.body) : null,
  });
}

const test = pure.extend('mock', { scope: 'file' }, mockWith({ contractFile }));

test.for([
  { id: 'listTopics', headers: { ...credentials, 'X-Key': 'invalid' }, status: 401 },
  { id: 'listTopics', headers: { ...credentials, Authorization: 'Bearer invalid' }, status: 401 },
  { id: 'listTopics', headers: { 'X-Key': 'a-key' }, status: 401 },
  { id: 'deleteTopic', headers: { Authorization: 'Basic' }, status: 401 },
  { id: 'deleteTopic', headers: { Authorization: 'Basic YW5uYTpwYXNz' }, status: 204 },
  { id: 'getCurrentUser', headers: { 'X-Key': 'a-key' }, status: 200 },
  { id: 'getCurrentUser', headers: {}, status: 401 },
])('$id with the credentials $headers gets $status', async ({ id, headers, status }, { mock }) => {
  expect(await send(mock, id, headers)).toMatchObject({ status });
});

test('a 401 names the schemes of the operation', async ({ mock }) => {
  const { status, headers } = await send(mock, 'deleteTopic', {});
  const expected = 'Bearer realm="mock", Basic realm="mock"';
  expect([status, headers.get('www-authenticate')]).toEqual([401, expected]);
});

pure('a 400 is no violation where a parameter may have been used before', async () => {
  const backend = await startBackendWith(...problem(400));
  const observer = await startTestObserver(backend, { contractFile });
  await send(observer, 'confirm');
  expect(await observer.entry()).toMatchObject({ status: 400, violations: [] });
});

test.for(names)('the mock responds with what has the inherited name %s', async (name, { mock }) => {
  const response = await send(mock, name, { [`X-${name}`]: 'key' });
  expect([response.status, response.headers.get(name)]).toEqual([200, 'a']);
  expect(await response.json()).toEqual({ [name]: 'a' });
});

test.for(
  names.flatMap((name) => [
    { name, place: 'query parameter', path: '', status: 400 },
    { name, place: 'header', without: name, status: 400 },
    { name, place: 'cookie', without: 'Cookie', status: 400 },
    { name, place: 'property', body: {}, status: 400 },
    { name, place: 'credential', without: `X-${name}`, status: 401 },
  ]),
)(
  'a request without the $place of the inherited name $name gets $status',
  async (row, { mock }) => {
    const { name, without = '', path = `?${name}=a`, body = { [name]: 'a' }, status } = row;
    const headers = { [`X-${name}`]: 'key', Cookie: `${name}=a`, [name]: 'a', [without]: '' };
    delete headers[''];
    await mock.http.post(`/of-${name}/a${path}`).set(headers).send(body).expect(status);
  },
);

pure('the observer reports a response without what has an inherited name', async () => {
  const observer = await startTestObserver(await startBackendWith({}), { contractFile });
  for (const name of names) await send(observer, name, { [`X-${name}`]: 'key' });
  const entries = await observer.entries(names.length);
  const messages = entries.flatMap(({ violations }) => violations.map(({ message }) => message));
  expect(messages).toEqual(
    names.flatMap((name) => [
      `The header "${name}" is missing.`,
      `The body is missing the required property "${name}".`,
    ]),
  );
});

test(
  'the verifier reports nothing about the mock after the next changes',
  async ({ mock }) => {
    const keys = names.map((name) => [`X-${name}`, 'key']);
    const headers = [...Object.entries(credentials), ...keys];
    const args = headers.flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    args.push('--allow-writes');
    const report = await runVerifier(contract, mock.url, args, editorCredentials);
    expect({ failed: failedChecks(report), untested: report.untested }).toEqual({
      failed: [],
      untested: [],
    });
  },
  longTestTimeoutMs,
);

pure('a content coding that every object inherits is unknown', async () => {
  expect(await decodeContent(Buffer.from('{}'), 'constructor', 9)).toEqual({ kind: 'unknown' });
});
