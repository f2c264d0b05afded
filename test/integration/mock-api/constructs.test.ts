import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadContract } from '../../../mock-api/contract/index.ts';
import { openTester, startTestMock } from '../../support/mock/startTestMock.ts';
import { temporaryFile } from '../../support/mock/temporaryFiles.ts';
import { longTestTimeoutMs } from '../../support/timeouts.ts';
import { failedChecks, runVerifier } from '../../support/verify/runVerifier.ts';

/** Those whose cases depend on the constructs. */
const phases = 'examples,coverage,values,stateful';

test(
  'the verifier reports nothing about the mock of a contract without a warning',
  async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const contractFile = fileURLToPath(
      new URL('../../support/mock/constructs.yaml', import.meta.url),
    );
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

/** Starts a mock of a contract in YAML, without its version. */
async function startWith(document: string) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const contractFile = await temporaryFile('contract.yaml', `openapi: 3.1.0\n${document}`);
  const mock = await startTestMock({ contractFile });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(mock.url + path, { headers });
  return { ...mock, get, warn };
}

test('what has no effect in the mock is named at its start', async () => {
  const { warn } = await startWith(
    'components: { securitySchemes: { session: { type: apiKey, in: cookie, name: S } } }',
  );
  expect(warn.mock.lastCall?.[0]).toMatch(/:2 A session cookie has no effect in the mock: "S"/);
});

test('problem details of a range of statuses have the status of the response', async () => {
  const { url, get } = await startWith(`
paths:
  /x/{id}:
    get:
      operationId: readX
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: X-A, in: header, required: true, schema: { type: string } }
      responses:
        200: { description: Some. }
        4XX:
          description: An error.
          content:
            application/problem+json:
              schema:
                type: object
                required: [status, code]
                properties: { status: { type: integer }, code: { const: E1 } }`);
  const rejected = await get('/x/1');
  expect(await rejected.json()).toEqual({ status: 400, code: 'E1' });
  const body = '{ scenarios: { limited: { operation: readX, status: 429 } } }';
  const token = await openTester({ url }, 'anna');
  await fetch(`${url}/mock/scenarios?tester=${token}`, { method: 'POST', body });
  const limited = await get('/x/limited.anna', { 'X-A': 'a' });
  expect([limited.status, await limited.json()]).toEqual([429, { status: 429, code: 'E1' }]);
  expect(limited.headers.get('mock-failure')).toBeNull();
  expect((await get('/mock/journal?status=418')).status).toBe(200);
});

test('headers that no response can have are left out or changed', async () => {
  const { get } = await startWith(`
paths:
  /x:
    get:
      responses:
        200:
          description: With headers.
          headers:
            X-Lines: { example: "a\\r\\nb" }
            X-Japanese: { example: 日本 }
            Not A Name: { example: x }
            Content-Length: { required: true, schema: { type: integer } }
            Transfer-Encoding: { example: chunked }
            Trailer: { example: x }
          content: { text/plain: { example: text } }`);
  const response = await get('/x');
  expect(await response.text()).toBe('text');
  const received = Object.fromEntries(response.headers);
  expect(received).toMatchObject({ 'x-lines': 'a??b', 'x-japanese': '??', 'content-length': '4' });
  expect(received.trailer).toBeUndefined();
});

const getJson = (schema: string, id = 'x') => `
paths:
  /x: { get: { operationId: ${id}, responses: { 200: { description: Some., content: { application/json: ${schema} } } } } }`;

test('schemas that refer to each other get a body with few levels', async () => {
  const names = [...'abcdefghi'];
  const properties = names.map((name) => `${name}: { $ref: "#/components/schemas/${name}" }`);
  const schemas = names.map((name) => `${name}: { type: object, properties: { ${properties} } }`);
  const { get } = await startWith(`${getJson('{ schema: { $ref: "#/components/schemas/a" } }')}
components: { schemas: { ${schemas} } }`);
  expect(Object.keys(await (await get('/x')).json())).toEqual(names);
});

test('a text whose longest length is that of an integer is short', async () => {
  const schema = '{ schema: { type: string, minLength: 6, maxLength: 2147483647 } }';
  const { get } = await startWith(getJson(schema));
  expect(await (await get('/x')).json()).toMatch(/^text.{2}$/);
});

test('an operation of another product with the id of ours gets its own example', async () => {
  const { get } = await startWith(getJson('{ example: { id: 7 } }', 'getCurrentUser'));
  expect(await (await get('/x')).json()).toEqual({ id: 7 });
});

test('an operation with a schema that cannot be used gets a 501, and the others work', async () => {
  const { get, journal } = await startWith(`${getJson('{ schema: { $ref: other.yaml#/A } }')}
  /second: { get: { responses: { 204: { description: Nothing. }, default: { description: Any. } } } }
  /third: { parameters: [{ name: q, in: query, schema: { type: strng } }], get: {} }`);
  expect((await get('/second')).status).toBe(204);
  expect((await get('/third?q=1')).status).toBe(501);
  expect((await get('/mock/journal?status=302')).status).toBe(200);
  const failed = await get('/x');
  expect(failed.status).toBe(501);
  const reason = /The reference "other\.yaml#\/A" points to another file/;
  expect(failed.headers.get('mock-failure')).toMatch(reason);
  expect(await failed.json()).toMatchObject({ detail: expect.stringMatching(reason) });
  expect(journal.list().at(-1)).toMatchObject({ reason: expect.stringMatching(reason) });
});
