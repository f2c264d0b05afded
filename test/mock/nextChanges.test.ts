import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeBody, findResponse, loadContract } from '#contract';
import { createBaseValues } from '../../verifier/cases/baseValues.ts';
import { encodeRequest } from '../../verifier/cases/encodeRequest.ts';
import { absent, replaceAt } from '../../verifier/cases/values/replaceAt.ts';
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

/** Sends the example of an operation's request, with another value at a place: `query page`, `body/title`. */
async function send(
  { url }: { url: string },
  id: string,
  { place = '', value, headers = credentials }: SendOptions = {},
): Promise<Response> {
  const operation = contract.operations.find((it) => it.id === id);
  const base = operation && createBaseValues(options, operation);
  if (!base) throw new Error(`${id} has no example.`);

  const [part, ...path] = place.split('/');
  const parameters = new Map(base.parameters);
  if (place !== '' && part !== 'body') parameters.set(place, value);
  const body = part === 'body' ? replaceAt(base.body, path, value) : base.body;
  const request = encodeRequest(contract, operation, { ...base, parameters, body });
  if (!request) throw new Error(`${place} cannot be ${value}.`);
  return fetch(url + request.target, {
    method: request.method,
    headers: { ...request.headers, ...headers },
    body: request.body ? new Uint8Array(request.body) : null,
  });
}

function responseOf(id: string, status: number) {
  const operation = contract.operations.find((it) => it.id === id);
  const response = operation && (findResponse(operation, status) ?? operation.responses[0]);
  if (!response) throw new Error(`${id} declares no response.`);
  return response;
}

interface SendOptions {
  place?: string;
  value?: unknown;
  headers?: Record<string, string>;
}

type RequestRow = [number: number, id: string, place: string, value: unknown, reason: string];

const requests: RequestRow[] = [
  [12, 'submitFeedback', 'body/language', absent, 'missing the required property "language"'],
  [13, 'submitFeedback', 'body/language', 'fr', '"language" must be one of "en", "de"'],
  [14, 'submitFeedback', 'body/rating', 6, '"rating" must be <= 5'],
  [15, 'submitFeedback', 'body/reply', 'yes', '"reply" must be of type boolean or null'],
  [16, 'submitFeedback', 'body/contact', { mail: 'a@b.test', tel: 1 }, 'unknown property "tel"'],
  [17, 'submitFeedback', 'body/topics', ['a', 'a'], '"topics" must NOT have duplicate items'],
  [17, 'submitFeedback', 'body/topics', ['a', 'b', 'c', 'd'], '"topics" must NOT have more than 3'],
  [18, 'submitFeedback', 'body/text', 'x'.repeat(2001), '"text" must have at most 2000'],
  [19, 'submitFeedback', 'body/issue', '2026', '"issue" must match pattern'],
  [20, 'submitFeedback', 'body/price', 1.001, '"price" must be multiple of 0.01'],
  [21, 'submitFeedback', 'body/kind', 'answer', '"kind" must be equal to constant'],
  [22, 'submitFeedback', 'body/copies', ['a@b.test', 'c'], '"copies.1" must match format "email"'],
  [24, 'signIn', 'body/remember', 'maybe', '"remember" must be of type boolean'],
  [26, 'createTopic', 'body/title', '', '"title" must have at least 1 character'],
  [29, 'createTopic', 'body/parent', 5, '"parent" must be of type object'],
  [30, 'createTopic', 'body/target', { kind: 'link' }, 'missing the required property "url"'],
  [32, 'getBrief', 'query language', 'fr', 'The query parameter "language" must be one of'],
  [
    33,
    'getBrief',
    'header X-Request-Id',
    'abc',
    'The header "X-Request-Id" must match format "uuid"',
  ],
  [34, 'getBrief', 'cookie theme', 'blue', 'The cookie "theme" must be one of "dark", "light"'],
  [36, 'listTopics', 'query page', 0, 'The query parameter "page" must be >= 1'],
  [37, 'listTopics', 'query tag', ['bread', 'rye'], 'The query parameter "tag.1" must be one of'],
  [38, 'listTopics', 'query sort', ['title', 'a'], 'The query parameter "sort.1" must be one of'],
  [39, 'listTopics', 'header X-Fields', ['title', 'a'], 'The header "X-Fields.1" must be one of'],
  [42, 'replaceTopic', 'body/state', 'gone', '"state" must be one of'],
  [43, 'changeTopic', 'body/state', 'gone', '"state" must be one of'],
  [44, 'deleteTopic', 'path topic', 'bread', 'The path parameter "topic" must match format "uuid"'],
  [45, 'confirm', 'body/topic', absent, 'missing the required property "topic"'],
  [45, 'confirm', 'query code', 'x'.repeat(61), '"code" must have at most 60 characters'],
  [46, 'sendNote', 'body', 'x'.repeat(11), 'The body must have at most 10 characters'],
];

test.each(requests)('%d: the mock rejects a request to %s with a wrong %s', async (...row) => {
  const [, id, place, value, reason] = row;
  const response = await send(mock(), id, { place, value });
  expect([400, 422]).toContain(response.status);
  expect((await response.json()).detail).toContain(reason);
});

const key = { 'X-Key': 'a-key' };
const basic = { Authorization: 'Basic YW5uYTpwYXNz' };
const invalidKey = { ...credentials, 'X-Key': 'invalid' };
const invalidToken = { ...credentials, Authorization: 'Bearer invalid' };

type CredentialRow = [
  number: number,
  id: string,
  sent: string,
  headers: Record<string, string>,
  status: number,
];

const credentialRows: CredentialRow[] = [
  [1, 'listTopics', 'an invalid key', invalidKey, 401],
  [2, 'listTopics', 'an invalid token', invalidToken, 401],
  [2, 'listTopics', 'one of two credentials', key, 401],
  [3, 'deleteTopic', 'an empty password', { Authorization: 'Basic' }, 401],
  [3, 'deleteTopic', 'a password', basic, 204],
  [31, 'getCurrentUser', 'a key', key, 200],
  [31, 'getCurrentUser', 'no credentials', {}, 401],
];

test.each(credentialRows)(
  '%d: the mock looks at the credentials of %s, here %s',
  async (_, id, _sent, headers, status) => {
    expect((await send(mock(), id, { headers })).status).toBe(status);
  },
);

test('a 401 names the schemes of the operation', async () => {
  const { status, headers } = await send(mock(), 'deleteTopic', { headers: key });
  const expected = 'Bearer realm="mock", Basic realm="mock"';
  expect([status, headers.get('www-authenticate')]).toEqual([401, expected]);
});

type ResponseRow = [
  number: number,
  id: string,
  status: number,
  place: string,
  value: unknown,
  reason: string,
];

const responses: ResponseRow[] = [
  [4, 'getBrief', 200, 'body/cadence', absent, 'missing the required property "cadence"'],
  [5, 'getBrief', 200, 'body/cadence', 'hourly', '"cadence" must be one of "daily", "weekly"'],
  [6, 'getBrief', 200, 'body/publishedAt', 'today', '"publishedAt" must match format "date-time"'],
  [7, 'getBrief', 200, 'body/picture', 7, '"picture" must be of type string or null'],
  [8, 'getBrief', 200, 'body/authors', [{}], '"authors.0" is missing the required property "name"'],
  [9, 'getBrief', 200, 'body/topics', { a: 7 }, '"topics.a" must be of type object'],
  [10, 'getBrief', 200, 'body/audience', {}, '"audience" is missing the required property "size"'],
  [11, 'getBrief', 200, 'body/audience', { size: 0 }, '"audience.size" must be > 0'],
  [23, 'getCurrentUser', 200, 'body/roles', ['READER'], '"roles.0" must be one of'],
  [25, 'getTopic', 404, 'body/code', 'none', '"code" must match pattern'],
  [27, 'getTopic', 200, 'body/id', absent, 'missing the required property "id"'],
  [28, 'getTopic', 200, 'body/secret', 'yeast', '"secret" must not be in a response'],
  [35, 'getBrief', 200, 'X-Age', '-1', 'The header "X-Age" must be >= 0'],
  [36, 'listTopics', 200, 'X-Total', absent, 'The header "X-Total" is missing'],
  [40, 'createTopic', 201, 'Location', absent, 'The header "Location" is missing'],
  [41, 'createTopic', 400, 'body/title', absent, 'missing the required property "title"'],
  [46, 'sendNote', 200, 'Content-Type', 'text/html', 'has the media type text/html'],
  [47, 'getPage', 201, 'X-Page', '1', 'The status 201 is not declared'],
];

test.each(responses)('%d: %s with %d and a wrong %s is a violation', async (...row) => {
  const [, id, status, place, value, reason] = row;
  const { content, headers } = responseOf(id, status);
  const [{ mediaType = '', examples: [example] = [] } = {}] = content;
  const values = headers.map(({ name, examples }) => [name, String(examples[0]?.value)]);
  const [part, ...path] = place.split('/');
  const isBody = part === 'body';
  const body = isBody ? replaceAt(example?.value, path, value) : example?.value;
  const sent = { 'Content-Type': mediaType, ...Object.fromEntries(values) };
  const sentHeaders = isBody ? sent : Object(replaceAt(sent, [place], value));
  const bytes = encodeBody(body, mediaType);
  const backend = await startBackendWith(bytes, sentHeaders, status);
  const observer = await startTestObserver(backend, { contractFile });
  await send(observer, id);
  const messages = observer.journal.list().flatMap((it) => it.violations.map((v) => v.message));
  expect(messages).toContainEqual(expect.stringContaining(reason));
});

test('a 400 is no violation where a parameter may have been used before', async () => {
  const backend = await startBackendWith(...problem(400));
  const observer = await startTestObserver(backend, { contractFile });
  await send(observer, 'confirm');
  expect(observer.journal.list()).toMatchObject([{ status: 400, violations: [] }]);
});

test('each change has a row of wrong values', () => {
  const numbers = [...changes.matchAll(/# (\d+)/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  const rows = [...requests, ...credentialRows, ...responses].map(([number]) => number);
  expect(numbers.filter((number) => !rows.includes(number))).toEqual([]);
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
