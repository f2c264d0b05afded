import { describe, expect, test } from 'vitest';
import { changedCopy } from '../support/mockFiles.ts';
import { BRIEFS, mockServer, postJson, SUBMIT, submission } from '../support/mockServer.ts';

const NEW_OPERATION = `paths:
  /rest/subscriber-feedback/subscribers/{subscriberId}/topics:
    post:
      operationId: chooseTopics
      summary: Choose topics.
      description: An operation that no code knows.
      tags: [feedback]
      security: []
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
    changedCopy('openapi.yaml', (text) => text.replace('paths:\n', NEW_OPERATION));
  const path = '/rest/subscriber-feedback/subscribers/7/topics';

  test('is served without a line of code', async () => {
    const { url } = await mockServer({ contractFile: await contractFile() });
    const answer = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams({ topic: 'bread' }),
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe('/topics/7');
    expect(await answer.json()).toEqual({ topics: ['bread', 'mills'] });
  });

  test('is held to its own rules', async () => {
    const { url } = await mockServer({ contractFile: await contractFile() });
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

test('a rule changed in the contract is a rule changed in the mock', async () => {
  const contractFile = await changedCopy('openapi.yaml', (text) =>
    text.replace('maxLength: 500', 'maxLength: 60'),
  );
  const { url } = await mockServer({ contractFile });
  const text = 'x'.repeat(61);
  expect((await postJson(url + SUBMIT, submission({ text }))).status).toBe(400);
});

test('an answer of the mock’s own that breaks the contract is a 500 that says which rule and where', async () => {
  const contractFile = await changedCopy('openapi.yaml', (text) =>
    text
      .replace('required: [name, fullName]', 'required: [name, fullName, colour]')
      .replace(
        'fullName: The Daily Harvest\n',
        'fullName: The Daily Harvest\n                    colour: green\n',
      )
      .replace(
        'fullName: Food & Drink Weekly\n',
        'fullName: Food & Drink Weekly\n                    colour: red\n',
      ),
  );
  const dataFile = await changedCopy('mock-api/data.yaml', (text) =>
    text.replace(/^briefs:.*?^users:/ms, 'users:'),
  );
  const mock = await mockServer({ contractFile, dataFile });
  const answer = await fetch(`${mock.url}${BRIEFS}/slow-submission`);
  expect(answer.status).toBe(500);
  const { message } = (await answer.json()) as { message: string };
  expect(message).toMatch(
    /^The mock's own answer to getBrief breaks the contract\. The body lacks "colour"\. \(response\.body, .*openapi\.yaml:\d+\)$/,
  );
  expect(mock.journal.list()).toMatchObject([{ status: 500, faults: [{ rule: 'response.body' }] }]);
});
