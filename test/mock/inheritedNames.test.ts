import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeContent, loadContract } from '#contract';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';
import { failedChecks, runVerifier } from '../verifier/fixtures/runVerifier.ts';
import { changedSource } from './fixtures/changedContract.ts';
import { startBackendWith } from './fixtures/startBackendWith.ts';
import { shareTestMock } from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

const names = ['toString', 'constructor', 'hasOwnProperty', 'valueOf'];

const text = { type: 'string', minLength: 1 };

/** An operation in which everything has the name, and is required. */
function operationOf(name: string) {
  const body = { type: 'object', required: [name], properties: { [name]: text } };
  const content = {
    'application/json': { schema: body, examples: { [name]: { value: { [name]: 'a' } } } },
  };
  return {
    post: {
      operationId: name,
      security: [{ [name]: [] }],
      parameters: ['path', 'query', 'header', 'cookie'].map((place) => ({
        name,
        in: place,
        required: true,
        example: 'a',
        schema: { $ref: `#/components/schemas/${name}` },
      })),
      requestBody: { required: true, content },
      responses: {
        200: {
          description: name,
          headers: { [name]: { required: true, example: 'a', schema: text } },
          content,
          links: { [name]: { operationId: name, parameters: { [`query.${name}`]: 'a' } } },
        },
        400: { $ref: '#/components/responses/BadRequest' },
        401: { $ref: '#/components/responses/Unauthorized' },
      },
    },
  };
}

const all = (of: (name: string) => unknown) =>
  Object.fromEntries(names.map((name) => [name, of(name)]));
const changes = {
  components: {
    schemas: all(() => text),
    securitySchemes: all((name) => ({ type: 'apiKey', in: 'header', name: `X-${name}` })),
  },
  paths: Object.fromEntries(names.map((name) => [`/of-${name}/{${name}}`, operationOf(name)])),
};
const contractFile = join(temporaryFolderForFile(), 'openapi.yaml');
await writeFile(contractFile, await changedSource(JSON.stringify(changes)));
const mock = shareTestMock({ contractFile });

interface Parts {
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

function send({ url }: { url: string }, name: string, { query, headers, body }: Parts = {}) {
  return fetch(`${url}/of-${name}/a?${query ?? `${name}=a`}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [`X-${name}`]: 'key',
      Cookie: `${name}=a`,
      [name]: 'a',
      ...headers,
    },
    body: body ?? JSON.stringify({ [name]: 'a' }),
  });
}

describe.each(names)('a name that every object inherits is one as any other: %s', (name) => {
  test('the mock responds with what has the name', async () => {
    const response = await send(mock(), name);
    expect(await response.json()).toEqual({ [name]: 'a' });
    expect([response.status, response.headers.get(name)]).toEqual([200, 'a']);
  });

  test.each<{ what: string; parts: Parts; status: number }>([
    { what: 'parameter in the query', parts: { query: '' }, status: 400 },
    { what: 'header', parts: { headers: { [name]: '' } }, status: 400 },
    { what: 'cookie', parts: { headers: { Cookie: '' } }, status: 400 },
    { what: 'property', parts: { body: '{}' }, status: 400 },
    { what: 'credential', parts: { headers: { [`X-${name}`]: '' } }, status: 401 },
  ])('a request without the $what is rejected', async ({ parts, status }) => {
    expect((await send(mock(), name, parts)).status).toBe(status);
  });

  test('the observer reports a response without the header and the property', async () => {
    const observer = await startTestObserver(await startBackendWith({}), { contractFile });
    await send(observer, name);
    const { violations } = await waitForEntry(observer.journal, { ended: true });
    expect(violations.map(({ message }) => message)).toEqual([
      `The header "${name}" is missing.`,
      `The body is missing the required property "${name}".`,
    ]);
  });
});

test('the verifier tests all of them, and reports nothing about the mock', async () => {
  const contract = await loadContract(contractFile);
  const args = names.flatMap((name) => ['--only', name, '--header', `X-${name}: key`]);
  const report = await runVerifier(contract, mock().url, [...args, '--allow-writes']);
  expect(failedChecks(report)).toEqual([]);
  expect(report.untested).toEqual([]);
});

test('a content coding that every object inherits is unknown', async () => {
  const content = Buffer.from('{}');
  expect(await decodeContent(content, 'constructor', 9)).toEqual({ kind: 'unknown' });
});
