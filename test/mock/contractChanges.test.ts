import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyWithChange } from '../temporaryFiles.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';
import { changedSource, contractWith } from './fixtures/changedContract.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  shareTestMock,
  signInForCookie,
  startTestMock,
} from './fixtures/startTestMock.ts';

/** A new operation on briefs, a new property, and one that is shorter than the names of some scenarios. */
const changes = `
components:
  schemas:
    Brief: { properties: { name: { maxLength: 15 }, colour: { example: green } } }
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

const contractFile = join(temporaryFolderForFile(), 'openapi.yaml');
await writeFile(contractFile, await changedSource(changes));
const mock = shareTestMock({ contractFile });

test('a new operation is served with its example, and finds the same briefs as the page', async () => {
  const { url } = mock();
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

test('a brief of the data gets a new optional property with an example', async () => {
  const brief = await (await getBrief(mock(), 'food-and-drink')).json();
  expect(brief).toMatchObject({ name: 'Food & Drink', colour: 'green' });
});

test('a response of the mock that violates the contract is marked with the rule and its line', async () => {
  const key = 'too-large-submission';
  const response = await getBrief(mock(), key);
  expect(response.headers.get('mock-failure')).toMatch(
    /^The body's "name" must have at most 15 characters\. \(response\.body, .*openapi\.yaml:\d+\)$/,
  );
  expect(await response.json()).toMatchObject({ name: key });
  expect(
    mock()
      .journal.list()
      .filter((one) => one.key === key),
  ).toMatchObject([
    {
      reason: expect.stringMatching(/^The mock failed: The body's "name"/),
      violations: [{ rule: 'response.body' }],
    },
  ]);
});

test('a contract without an operation of the page is rejected with one message', async () => {
  const path = '/rest/subscriber-feedback/form-submit';
  const renamed = `paths: { ${path}: { post: { operationId: submitFeedbacks } } }`;
  await expect(startTestMock({ contractFile: await contractWith(renamed) })).rejects.toThrow(
    /openapi\.yaml:\d+ The mock needs the operation "submitFeedback"; expected one of getBrief, submitFeedbacks, /,
  );
});

const item = `
  paths:
    /rest/subscriber-feedback/briefs/{briefId}/issues:
      get:
        operationId: listIssues
        parameters:
          - { name: briefId, in: path, required: true, schema: { type: string, maxLength: 40 } }
          - { name: page, in: query, schema: { type: integer } }
        responses:
          "200": { description: The issues. }
          "404": { $ref: "#/components/responses/NotFound" }
`;

test.each([
  { what: 'query parameter', path: 'daily-harvest/issues?page=x', status: 400 },
  { what: 'path parameter', path: `${'x'.repeat(41)}/issues`, status: 404 },
])('a wrong $what has its usual status where no 400 is declared', async ({ path, status }) => {
  const mock = await startTestMock({ contractFile: await contractWith(item) });
  const response = await fetch(`${mock.url}${briefsPath}/${path}`);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ status });
});

const errors = `
paths:
  /letters/{id}:
    get:
      operationId: getLetter
      parameters: [{ name: id, in: path, required: true, example: 1, schema: { type: integer } }]
      responses:
        default: { $ref: '#/components/responses/ServerError' }
        2XX: { description: A letter., content: { text/plain: { example: Dear all, schema: { type: string } } } }
    post:
      operationId: sendLetter
      parameters: [{ name: id, in: path, required: true, example: 1, schema: { type: integer } }]
      responses:
        422: { $ref: '#/components/responses/ServerError' }
        3XX: { description: Sent., headers: { Location: { example: /sent, schema: { type: string } } } }
`;

test('where all errors are declared alike, a success is one, and an error has its usual status', async () => {
  const { url } = await startTestMock({ contractFile: await contractWith(errors) });
  const success = await fetch(`${url}/letters/7`);
  expect([success.status, await success.text()]).toEqual([200, 'Dear all']);
  const error = await fetch(`${url}/letters/x`);
  expect([error.status, await error.json()]).toMatchObject([400, { status: 400 }]);
});

test('where the only success is a redirect, the mock sends it', async () => {
  const { url } = await startTestMock({ contractFile: await contractWith(errors) });
  const sent = await fetch(`${url}/letters/7`, { method: 'POST', redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([300, '/sent']);
});

test('the session cookie may have another name', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replaceAll('JSESSIONID', 'SESSION'),
  );
  const mock = await startTestMock({ contractFile });
  const cookie = await signInForCookie(mock, 'editor', 'correct horse');
  expect(cookie).toMatch(/^SESSION=/);
  expect((await fetch(mock.url + currentUserPath, { headers: { cookie } })).status).toBe(200);
});
