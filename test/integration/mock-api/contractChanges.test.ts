import { expect, onTestFinished, test, vi } from 'vitest';
import type { StartMockOptions } from '../../../mock-api/startMock.ts';
import { contractWith } from '../../support/mock/changedContract.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signInForCookie,
  startTestMock,
} from '../../support/mock/startTestMock.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';

async function startWith(changes: string, options: Partial<StartMockOptions> = {}) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const mock = await startTestMock({ contractFile: await contractWith(changes), ...options });
  return { ...mock, warn };
}

/** An operation on briefs. */
const chooseTopics = `
paths:
  /rest/subscriber-feedback/briefs/{briefId}/topics:
    post:
      operationId: chooseTopics
      parameters: [{ name: briefId, in: path, required: true, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [topic], properties: { topic: { type: string } } }
      responses:
        "201":
          description: Chosen.
          headers: { Location: { required: true, schema: { type: string }, example: /topics/7 } }
          content: { application/json: { examples: { two: { value: { topics: [bread, mills] } } } } }
        "400": { $ref: "#/components/responses/BadRequest" }
        "404": { $ref: "#/components/responses/NotFound" }
`;

test('a new operation is served with its example, and finds the same briefs as the page', async () => {
  const { url } = await startWith(chooseTopics);
  const post = (id: string, topic = 'bread') =>
    fetch(`${url}${briefsPath}/${id}/topics`, {
      method: 'POST',
      body: new URLSearchParams({ [topic && 'topic']: topic }),
    });
  const response = await post('daily-harvest.anna');
  expect(response.status).toBe(201);
  expect(response.headers.get('location')).toBe('/topics/7');
  expect(await response.json()).toEqual({ topics: ['bread', 'mills'] });
  expect((await post('daily-harvest', '')).status).toBe(400);
  expect((await post('no-such-brief')).status).toBe(404);
  const filter = 'operation=chooseTopics&key=food-and-drink';
  expect((await fetch(`${url}/mock/journal?${filter}`)).status).toBe(200);
});

const briefWith = (changes: string) => `components: { schemas: { Brief: { ${changes} } } }`;

test('a brief of the data gets a new optional property with an example', async () => {
  const mock = await startWith(briefWith('properties: { colour: { example: green } }'));
  const brief = await (await getBrief(mock, 'food-and-drink')).json();
  expect(brief).toMatchObject({ name: 'Food & Drink', colour: 'green' });
});

test('a response of the mock that violates the contract is marked with the rule and its line', async () => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^briefs:.*?^users:/ms, 'users:'),
  );
  const mock = await startWith(briefWith('properties: { name: { maxLength: 13 } }'), { dataFile });
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
  const path = '/rest/subscriber-feedback/form-submit';
  const mock = await startWith(`paths: { ${path}: { post: { operationId: sendFeedback } } }`);
  expect((await getBrief(mock, 'missing-brief')).status).toBe(404);
  expect(mock.warn).toHaveBeenCalledWith(
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
  const challenge = (await fetch(url + currentUserPath)).headers.get('www-authenticate');
  expect(challenge).toBe('Bearer realm="mock"');
  const headers = { Authorization: 'Bearer token' };
  const response = await fetch(url + currentUserPath, { headers });
  expect(await response.json()).toMatchObject({ userId: 'editor' });
});
