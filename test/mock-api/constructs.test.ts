import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadContract } from '../../mock-api/contract/index.ts';
import { startMockOf } from '../support/mock/startMockOf.ts';
import { startTestMock } from '../support/mock/startTestMock.ts';
import { temporaryFile } from '../support/mock/temporaryFiles.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';
import { failedChecks, runVerifier } from '../support/verify/runVerifier.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const some = (schema: object) => ({
  description: 'Some.',
  content: { 'application/json': { schema } },
});
const text = { type: 'string' };
const integer = { type: 'integer' };

/** Those whose cases depend on the constructs. */
const phases = 'examples,coverage,values,stateful';

test(
  'the verifier reports nothing about the mock of a contract without a warning',
  async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const contractFile = fileURLToPath(new URL('../support/mock/constructs.yaml', import.meta.url));
    const contract = await loadContract(contractFile);
    expect(contract.warnings).toEqual([]);
    const { url } = await startTestMock({ contractFile });
    const report = await runVerifier(contract, url, ['--allow-writes', '--phases', phases]);
    expect(failedChecks(report)).toEqual([]);
    expect(report.untested).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  },
  longTestTimeoutMs,
);

test('what the mock does not remember, and credentials that it does not know, have a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const error = some(text);
  const gone = { responses: { 204: { description: 'Gone.' }, 404: error } };
  const read = { security: [{ token: [] }], responses: { 200: some({}), 404: error } };
  const id = { name: 'id', in: 'path', required: true, schema: integer };
  const document = {
    openapi: '3.1.0',
    paths: {
      '/pets/{id}': { parameters: [id], get: read, delete: { operationId: 'deletePet', ...gone } },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
  const contractFile = await temporaryFile('contract.json', JSON.stringify(document));
  await startTestMock({ contractFile });
  expect(warn.mock.calls.flat()).toEqual([
    `Warning: ${contractFile}:1 The mock accepts any credentials of "token", except empty ones and those with the word "invalid".`,
    `Warning: ${contractFile}:1 The mock still finds what "deletePet" has deleted.`,
  ]);
});

test('problem details of a range of statuses have the status of the response', async () => {
  const schema = {
    type: 'object',
    required: ['status', 'code'],
    properties: { status: integer, code: { const: 'E1' } },
  };
  const range = { description: 'An error.', content: { 'application/problem+json': { schema } } };
  const responses = { 200: some(text), '4XX': range };
  const parameters = [{ name: 'X-A', in: 'header', required: true, schema: text }];
  const get = await startMockOf({ parameters, responses });
  const rejected = await get();
  expect(await rejected.json()).toEqual({ status: 400, code: 'E1' });
  const limited = await get({ 'X-A': 'a', Prefer: 'code=429' });
  expect([limited.status, await limited.json()]).toEqual([429, { status: 429, code: 'E1' }]);
  expect(limited.headers.get('mock-failure')).toBeNull();
});

test('headers that no response can have are left out or changed', async () => {
  const get = await startMockOf({
    responses: {
      200: {
        description: 'With headers.',
        headers: {
          'X-Lines': { example: 'a\r\nb' },
          'X-Japanese': { example: '日本' },
          'Not A Name': { example: 'x' },
          'Content-Length': { required: true, schema: { type: 'integer' } },
          'Transfer-Encoding': { example: 'chunked' },
          Trailer: { example: 'x' },
        },
        content: { 'text/plain': { example: 'text' } },
      },
    },
  });
  const response = await get();
  expect(await response.text()).toBe('text');
  const received = Object.fromEntries(response.headers);
  expect(received).toMatchObject({ 'x-lines': 'a??b', 'x-japanese': '??' });
  expect(received['content-length']).toBe('4');
  expect(received.trailer).toBeUndefined();
});

const respondWith = (schema: object) => ({
  operationId: 'x',
  responses: { 200: some(schema) },
});

test('schemas that refer to each other get a body with few levels', async () => {
  const names = [...'abcdefghi'];
  const properties = Object.fromEntries(names.map((name) => [name, ref(name)]));
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]));
  const get = await startMockOf(respondWith(ref('a')), { schemas });
  expect(Object.keys(await (await get()).json())).toEqual(names);
});

test('a text whose longest length is that of an integer is short', async () => {
  const get = await startMockOf(
    respondWith({ type: 'string', minLength: 6, maxLength: 2147483647 }),
  );
  expect(await (await get()).json()).toMatch(/^text.{2}$/);
});

test('an operation of another product with the id of ours gets its own example', async () => {
  const media = { schema: { type: 'object' }, example: { id: 7 } };
  const responses = { 200: { description: 'Other.', content: { 'application/json': media } } };
  const response = await (await startMockOf({ operationId: 'getCurrentUser', responses }))();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ id: 7 });
});

test('an operation with a schema that cannot be used gets a 501, and the others work', async () => {
  const reason = /The reference "other\.yaml#\/A" points to another file/;
  const first = { get: { responses: { 200: some({ $ref: 'other.yaml#/A' }) } } };
  const second = { get: { responses: { 204: { description: 'Nothing.' } } } };
  const parameters = [{ name: 'q', in: 'query', schema: { type: 'strng' } }];
  const third = { parameters, get: second.get };
  const document = {
    openapi: '3.1.0',
    paths: { '/first': first, '/second': second, '/third': third },
  };
  const contractFile = await temporaryFile('contract.json', JSON.stringify(document));
  const { url, journal } = await startTestMock({ contractFile });
  expect((await fetch(`${url}/second`)).status).toBe(204);
  expect((await fetch(`${url}/third?q=1`)).status).toBe(501);
  const failed = await fetch(`${url}/first`);
  expect(failed.status).toBe(501);
  expect(failed.headers.get('mock-failure')).toMatch(reason);
  expect(await failed.json()).toMatchObject({ detail: expect.stringMatching(reason) });
  expect(journal.list().at(-1)).toMatchObject({ reason: expect.stringMatching(reason) });
});
