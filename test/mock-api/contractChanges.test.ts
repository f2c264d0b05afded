import { describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../mock-api/contract/index.ts';
import { startMockOf } from '../support/mock/startMockOf.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signIn,
  signInForCookie,
  startTestMock,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';
import { editorCredentials, failedChecks, runVerifier } from '../support/verify/runVerifier.ts';

const newOperation = `paths:
  /rest/subscriber-feedback/subscribers/{subscriberId}/topics:
    post:
      operationId: chooseTopics
      parameters:
        - { name: subscriberId, in: path, required: true, schema: { type: integer } }
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [topic], properties: { topic: { type: string } } }
      responses:
        "201":
          description: Chosen.
          headers:
            Location: { required: true, schema: { type: string }, example: /topics/7 }
          content:
            application/json:
              schema: { type: object, required: [topics] }
              examples:
                two: { summary: Two topics., value: { topics: [bread, mills] } }
        "400": { $ref: "#/components/responses/BadRequest" }
`;

describe('an operation added to the contract with an example', () => {
  const contractFile = () =>
    copyWithChange('openapi.yaml', (text) => text.replace('paths:\n', newOperation));
  const path = '/rest/subscriber-feedback/subscribers/7/topics';

  test('is served without a handler', async () => {
    const { url } = await startTestMock({ contractFile: await contractFile() });
    const response = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams({ topic: 'bread' }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe('/topics/7');
    expect(await response.json()).toEqual({ topics: ['bread', 'mills'] });
  });

  test('rejects requests that violate its rules', async () => {
    const { url } = await startTestMock({ contractFile: await contractFile() });
    const post = (target: string, init: RequestInit) =>
      fetch(url + target, { method: 'POST', ...init }).then(({ status }) => status);
    expect(await post(path, { body: new URLSearchParams() })).toBe(400);
    expect(
      await post(path.replace('7', 'seven'), { body: new URLSearchParams({ topic: 'x' }) }),
    ).toBe(400);
    expect(await post(path, { body: '{}' })).toBe(415);
    expect((await fetch(url + path)).status).toBe(405);
  });
});

describe('what the data leaves out comes from the contract', () => {
  async function startWith(change: (contract: string) => string) {
    const contractFile = await copyWithChange('openapi.yaml', change);
    return startTestMock({ contractFile });
  }

  test('a changed example of a brief', async () => {
    const { url } = await startWith((text) =>
      text.replace('fullName: The Daily Harvest', 'fullName: The Weekly Harvest'),
    );
    const brief = await getBrief({ url }, 'daily-harvest');
    expect(await brief.json()).toEqual({ name: 'daily-harvest', fullName: 'The Weekly Harvest' });
  });

  test('a new optional property with an example, in briefs and users', async () => {
    const mock = await startWith((text) =>
      text
        .replace(
          '        fullName:\n          description: The display name',
          '        colour: { type: string, example: green }\n        fullName:\n          description: The display name',
        )
        .replace(
          '        emailAddress:\n',
          '        desk: { $ref: "#/components/schemas/Desk" }\n        nickname: { type: string }\n        emailAddress:\n',
        )
        .replace('    AnyJson:\n', '    Desk: { type: integer, default: 7 }\n    AnyJson:\n'),
    );
    for (const id of ['daily-harvest', 'food-and-drink', 'slow-submission']) {
      const brief = await getBrief(mock, id);
      expect(await brief.json()).toMatchObject({ colour: 'green' });
    }
    const cookie = await signInForCookie(mock, 'admin', 'p&ss=w%rd + ünïcode');
    const user = await (await fetch(mock.url + currentUserPath, { headers: { cookie } })).json();
    expect(user).toMatchObject({ fullName: 'Ádám Ministrator', desk: 7 });
    expect(user).not.toHaveProperty('nickname');
  });

  test('a new required property without an example', async () => {
    const { url } = await startWith((text) =>
      text
        .replace('required: [name, fullName]', 'required: [name, fullName, since]')
        .replace(
          'properties:\n        name:\n',
          'properties:\n        since: { type: string, format: date }\n        name:\n',
        )
        .replace(/^ +examples:\n +daily:\n +summary: A daily brief.*?(?=^ +"400")/ms, ''),
    );
    const brief = await getBrief({ url }, 'food-and-drink');
    expect(await brief.json()).toMatchObject({
      name: 'Food & Drink',
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });
});

test('an operation on a brief finds the same briefs as the page, and an error has the contract’s properties', async () => {
  const issues = newOperation
    .replace('subscribers/{subscriberId}/topics', 'briefs/{briefId}/topics')
    .replace('name: subscriberId', 'name: briefId')
    .replace('schema: { type: integer }', 'schema: { type: string }')
    .replace('"400":', '"404": { $ref: "#/components/responses/NotFound" }\n        "400":');
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text
      .replace('paths:\n', issues)
      .replace('required: [title, status]', 'required: [title, status, code]')
      .replaceAll(/^( +)(title: .*\n +status: \d+)$/gm, '$1code: E1\n$1$2'),
  );
  const mock = await startTestMock({ contractFile });
  const post = (id: string) =>
    fetch(`${mock.url}${briefsPath}/${id}/topics`, {
      method: 'POST',
      body: new URLSearchParams({ topic: 'bread' }),
    });
  expect((await post('daily-harvest.anna')).status).toBe(201);
  expect((await post('no-such-brief')).status).toBe(404);
  const rejected = await signIn(mock, 'editor', 'wrong');
  expect(rejected.status).toBe(401);
  expect(rejected.headers.get('mock-failure')).toBeNull();
  expect(await rejected.json()).toMatchObject({ code: 'E1', detail: expect.any(String) });
});

test('an operation without an example responds with values of its schemas', async () => {
  const get = await startMockOf({
    operationId: 'listTopics',
    responses: {
      201: {
        description: 'Topics.',
        headers: { Location: { required: true, schema: { type: 'string', minLength: 30 } } },
        content: { 'application/json': { schema: { type: 'array', items: { enum: ['bread'] } } } },
      },
    },
  });
  const response = await get();
  expect(response.headers.get('location')).toMatch(/^.{30}/);
  expect(await response.json()).toEqual(['bread']);
});

test('a response of the mock that violates the contract is marked with the rule and its line', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace(
      'used in the URLs of the help links.\n',
      'used in the URLs of the help links.\n          maxLength: 13\n',
    ),
  );
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^briefs:.*?^users:/ms, 'users:'),
  );
  const mock = await startTestMock({ contractFile, dataFile });
  const response = await getBrief(mock, 'slow-submission');
  expect(response.headers.get('mock-failure')).toMatch(
    /^The body's "name" must have at most 13 characters\. \(response\.body, .*openapi\.yaml:\d+\)$/,
  );
  expect(await response.json()).toMatchObject({ name: 'slow-submission' });
  expect(mock.journal.list()).toMatchObject([
    {
      reason: expect.stringMatching(/^The mock failed: The body's "name"/),
      violations: [{ rule: 'response.body' }],
    },
  ]);
});

test('scenarios of an operation that the contract no longer has are skipped with a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('operationId: submitFeedback', 'operationId: sendFeedback'),
  );
  const mock = await startTestMock({ contractFile });
  expect((await getBrief(mock, 'missing-brief')).status).toBe(404);
  expect(warn).toHaveBeenCalledWith(
    expect.stringMatching(
      /data\.yaml:\d+ "missing-submission" and \d+ more are skipped, because the contract has no operation "submitFeedback"/,
    ),
  );
});

test('the session cookie and the parameter of a brief may have other names', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text
      .replaceAll('JSESSIONID', 'SESSION')
      .replace('briefs/{briefId}', 'briefs/{id}')
      .replace('name: briefId', 'name: id'),
  );
  const mock = await startTestMock({ contractFile });
  expect((await getBrief(mock, 'daily-harvest')).status).toBe(200);
  const cookie = await signInForCookie(mock, 'editor', 'correct horse');
  expect(cookie).toMatch(/^SESSION=/);
  expect((await fetch(mock.url + currentUserPath, { headers: { cookie } })).status).toBe(200);
});

test('a session’s operation that takes a token instead responds with its example', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace(/( {4}session:\n)(?: {6}.*\n)+/, '$1      { type: http, scheme: bearer }\n'),
  );
  const { url } = await startTestMock({ contractFile });
  expect((await fetch(url + currentUserPath)).headers.get('www-authenticate')).toBe(
    'Bearer realm="mock"',
  );
  const headers = { Authorization: 'Bearer token' };
  const response = await fetch(url + currentUserPath, { headers });
  expect(await response.json()).toMatchObject({ userId: 'editor' });
});

/** Changes that a team may make of openapi.yaml: each replaces the first text by the second. */
const usualChanges: readonly (readonly [string | RegExp, string])[] = [
  ['- session: []', '- { session: [], key: [] }'],
  [/( {4}session:\n)/, '    key: { type: apiKey, in: header, name: X-Key }\n$1'],
  [
    'paths:\n',
    `paths:
  /pages:
    get: { responses: { 200: { description: One., content: { text/html: { example: a } } } } }
    head: { responses: { 200: { description: One. } } }
  /rest/subscriber-feedback/topics:
    get:
      parameters:
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: tag, in: query, schema: { type: array, items: { enum: [bread, mills] } } }
      responses:
        "200":
          description: A page of topics.
          headers: { X-Total: { required: true, schema: { type: integer, minimum: 0 } } }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Topic" } } } }
        "400": { $ref: "#/components/responses/BadRequest" }
  /rest/subscriber-feedback/topics/{topic}:
    parameters: [{ name: topic, in: path, required: true, schema: { type: string, format: uuid } }]
    put:
      requestBody:
        required: true
        content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Topic" } } }
      responses:
        "200": { description: Changed., content: { application/json: { schema: { $ref: "#/components/schemas/Topic" } } } }
        "422": { $ref: "#/components/responses/BadRequest" }
        "415": { $ref: "#/components/responses/UnsupportedMediaType" }
`,
  ],
  [
    '    AnyJson:\n',
    `    Topic:
      type: object
      required: [id, title, state]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 40, pattern: '^\\S' }
        state: { enum: [open, closed] }
        since: { type: [string, "null"], format: date }
        parent: { anyOf: [{ $ref: "#/components/schemas/Topic" }, { type: "null" }] }
        scores: { type: object, additionalProperties: { type: number, minimum: 0 } }
    AnyJson:
`,
  ],
  [
    'required: [briefId, subscriberId, subjectLine, text, recaptchaResponse]',
    'required: [briefId, subscriberId, subjectLine, text, recaptchaResponse, language]',
  ],
  [
    '        recaptchaResponse:\n',
    `        language: { type: string, enum: [en, de] }
        rating: { type: integer, minimum: 1, maximum: 5 }
        reply: { type: [boolean, "null"], default: false }
        contact: { type: object, additionalProperties: false, required: [mail], properties: { mail: { type: string, format: email } } }
        topics: { type: array, maxItems: 3, uniqueItems: true, items: { type: string, maxLength: 20 } }
        recaptchaResponse:
`,
  ],
  ['          maxLength: 500\n', '          maxLength: 2000\n'],
  ['required: [name, fullName]', 'required: [name, fullName, cadence]'],
  [
    '        fullName:\n          description: The display name',
    '        cadence: { enum: [daily, weekly] }\n        fullName:\n          description: The display name',
  ],
  ['        - SALES\n', ''],
  [
    '      required: [title, status]\n      properties:\n',
    '      required: [title, status, code]\n      properties:\n        code: { type: string, default: E1 }\n',
  ],
];

test(
  'the verifier reports nothing about the mock of openapi.yaml after the usual changes',
  async () => {
    const contractFile = await copyWithChange('openapi.yaml', (text) =>
      usualChanges.reduce((changed, [from, to]) => {
        expect(changed).not.toBe(changed.replace(from, to));
        return changed.replace(from, to);
      }, text),
    );
    const { url } = await startTestMock({ contractFile });
    const contract = await loadContract(contractFile);
    expect(contract.limits).toEqual([]);
    const args = ['--allow-writes', '--header', 'X-Key: a-key', '--brief', 'daily-harvest'];
    const report = await runVerifier(contract, url, args, editorCredentials);
    expect(failedChecks(report)).toEqual([]);
    // The key is given with --header, which no session has.
    expect(report.untested.map(({ operation }) => operation)).toEqual(['getCurrentUser']);
  },
  longTestTimeoutMs,
);
