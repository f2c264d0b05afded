import { describe, expect, test } from 'vitest';
import {
  briefsPath,
  postJson,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

const newOperation = `paths:
  /rest/subscriber-feedback/subscribers/{subscriberId}/topics:
    post:
      operationId: chooseTopics
      summary: Choose topics.
      description: An operation without a handler.
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

test('a changed rule of the contract applies to the mock', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('maxLength: 500', 'maxLength: 60'),
  );
  const { url } = await startTestMock({ contractFile });
  const text = 'x'.repeat(61);
  expect((await postJson(url + submitPath, submission({ text }))).status).toBe(400);
});

test('a response of the mock that violates the contract is replaced by a 500 with the rule and its line', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
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
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text.replace(/^briefs:.*?^users:/ms, 'users:'),
  );
  const mock = await startTestMock({ contractFile, dataFile });
  const response = await fetch(`${mock.url}${briefsPath}/slow-submission`);
  expect(response.status).toBe(500);
  const { message } = (await response.json()) as { message: string };
  expect(message).toMatch(
    /^The mock's own response to getBrief violates the contract\. The body is missing the required property "colour"\. \(response\.body, .*openapi\.yaml:\d+\)$/,
  );
  expect(mock.journal.list()).toMatchObject([
    { status: 500, violations: [{ rule: 'response.body' }] },
  ]);
});
