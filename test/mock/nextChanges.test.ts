import { readFile } from 'node:fs/promises';
import { expect, test as plainTest } from 'vitest';
import { loadContract } from '#contract';
import { createBaseValues } from '../../verifier/cases/baseValues.ts';
import { encodeRequest } from '../../verifier/cases/encodeRequest.ts';
import { contractForFile } from './fixtures/changedContract.ts';
import { mockWith } from './fixtures/mockTest.ts';
import { problem, startBackendWith } from './fixtures/startBackendWith.ts';
import { startTestObserver } from './fixtures/startTestMock.ts';

/** Names that every object inherits. */
const names = ['toString', 'constructor'];

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

const test = plainTest.extend('mock', { scope: 'file' }, mockWith({ contractFile }));

test('every operation responds to its example with a success that conforms', async ({ mock }) => {
  const keys = names.map((name) => [`X-${name}`, 'key']);
  const headers = { ...credentials, ...Object.fromEntries(keys) };
  for (const { id } of contract.operations) await send(mock, id, headers);
  const entries = await mock.entries(contract.operations.length);
  const failed = entries.filter(({ status = 0, violations: [one] }) => status > 299 || one);
  // The verifier, whose requests these are, invents a user.
  expect(failed.map(({ operation, status }) => [operation, status])).toEqual([['signIn', 401]]);
});

test('the response has the header and the property of the inherited name', async ({ mock }) => {
  for (const name of names) {
    const response = await send(mock, name, { [`X-${name}`]: 'key' });
    expect(response.headers.get(name)).toBe('a');
    expect(await response.json()).toEqual({ [name]: 'a' });
  }
});

test.for([
  { id: 'listTopics', headers: { ...credentials, Authorization: 'Bearer invalid' }, status: 401 },
  { id: 'deleteTopic', headers: { Authorization: 'Basic' }, status: 401 },
  { id: 'deleteTopic', headers: { Authorization: 'Basic YW5uYTpwYXNz' }, status: 204 },
  { id: 'getCurrentUser', headers: { 'X-Key': 'a-key' }, status: 200 },
])('$id with the credentials $headers gets $status', async ({ id, headers, status }, { mock }) => {
  expect(await send(mock, id, headers)).toMatchObject({ status });
});

test('a 401 names the schemes of the operation', async ({ mock }) => {
  const { headers } = await send(mock, 'deleteTopic', {});
  expect(headers.get('www-authenticate')).toBe('Bearer realm="mock", Basic realm="mock"');
});

plainTest('a 400 is no violation where a parameter may have been used before', async () => {
  const backend = await startBackendWith(...problem(400));
  const observer = await startTestObserver(backend, { contractFile });
  await send(observer, 'confirm');
  expect(await observer.entry()).toMatchObject({ status: 400, violations: [] });
});
