import { expect, test as plainTest } from 'vitest';
import { copyWithChange } from '../temporaryFiles.ts';
import { contractForFile, contractWith } from './fixtures/changedContract.ts';
import { mockWith } from './fixtures/mockTest.ts';
import { briefsPath, startTestMock } from './fixtures/startTestMock.ts';

/** New operations, a new property, and one that is shorter than the names of some scenarios. */
const contractFile = await contractForFile(`
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
  /rest/subscriber-feedback/briefs/{briefId}/issues:
    get:
      operationId: listIssues
      parameters:
        - { name: briefId, in: path, required: true, schema: { type: string, maxLength: 40 } }
        - { name: page, in: query, schema: { type: integer } }
      responses:
        "200": { description: The issues. }
        "404": { $ref: "#/components/responses/NotFound" }
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
`);
const test = plainTest.extend('mock', { scope: 'file' }, mockWith({ contractFile }));

test.for(
  Object.entries({
    'post daily-harvest/topics': 400,
    'post no-such-brief/topics?topic=bread': 400,
    'get daily-harvest/issues?page=x': 400,
    [`get ${'x'.repeat(41)}/issues`]: 404,
    'get no-such-brief/issues': 404,
  }),
)(
  'what is wrong with the request "%s" has its usual status: %i',
  async ([request, status], { mock }) => {
    const [method, path] = request.split(' ') as ['get' | 'post', string];
    const response = await mock.http[method](`${briefsPath}/${path}`);
    expect(response).toMatchObject({ status, body: { status } });
  },
);

test('a brief of the data gets a new optional property with an example', async ({ mock }) => {
  const { body } = await mock.getBrief('food-and-drink');
  expect(body).toMatchObject({ name: 'Food & Drink', colour: 'green' });
});

test('a response of the mock that violates the contract is marked with the rule and its line', async ({
  mock,
}) => {
  const key = 'too-large-submission';
  const { headers, body } = await mock.getBrief(key);
  expect(headers['mock-failure']).toMatch(
    /^The body's "name" must have at most 15 characters\. \(response\.body, .*openapi\.yaml:\d+\)$/,
  );
  expect(body).toMatchObject({ name: key });
  expect(await mock.entry({ key })).toMatchObject({
    reason: expect.stringMatching(/^The mock failed: The body's "name"/),
    violations: [{ rule: 'response.body' }],
  });
});

test('where all errors are declared alike, default is the success, an error has its usual status', async ({
  mock: { http },
}) => {
  expect(await http.get('/letters/7')).toMatchObject({ status: 200, text: 'Dear all' });
  expect(await http.get('/letters/x')).toMatchObject({ status: 400, body: { status: 400 } });
  await http.get('/mock/journal?operation=getLetter&status=404').expect(200);
});

test('where the only success is a redirect, the mock sends it', async ({ mock }) => {
  const { status, headers } = await mock.http.post('/letters/7').redirects(0);
  expect({ status, headers }).toMatchObject({ status: 300, headers: { location: '/sent' } });
});

plainTest('a contract without an operation of the page is rejected with one message', async () => {
  const path = '/rest/subscriber-feedback/form-submit';
  const renamed = `paths: { ${path}: { post: { operationId: submitFeedbacks } } }`;
  await expect(startTestMock({ contractFile: await contractWith(renamed) })).rejects.toThrow(
    /openapi\.yaml:\d+ The mock needs the operation "submitFeedback"; expected one of getBrief, submitFeedbacks, /,
  );
});

plainTest('the session cookie may have another name', async () => {
  const other = await copyWithChange('openapi.yaml', (text) =>
    text.replaceAll('JSESSIONID', 'SESSION'),
  );
  const { signInForCookie, currentUser } = await startTestMock({ contractFile: other });
  const cookie = await signInForCookie('editor', 'correct horse');
  expect(cookie).toMatch(/^SESSION=/);
  await currentUser(cookie).expect(200);
});
