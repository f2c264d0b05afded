import { EventEmitter } from 'node:events';
import { gzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { expect, onTestFinished, test as plainTest, vi } from 'vitest';
import { loadContractContext } from '#contract';
import { createErrorHandler } from '../../mock-api/respond/errorHandler.ts';
import { sendUntilClosed } from '../rawClient.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { briefsPath, signOutPath, submission, submitPath } from './fixtures/startTestMock.ts';

test.for(
  Object.entries({
    '/': 'The path is not in the contract.',
    [`${briefsPath}/a/b`]: 'The path is not in the contract.',
    '/app/subscriber-feedback/3141592/daily-harvest/contact':
      'The path is not in the contract. The host serves pages: start it with npm start.',
    '/mock/nothing': 'There is no GET /mock/nothing.',
  }),
)('the unknown path %s gets 404: %s', async ([path, reason], { mock }) => {
  const { body } = await mock.http.get(path).expect(404);
  expect(body.detail).toBe(reason);
});

test.for([
  { method: 'options', path: `${briefsPath}/daily-harvest`, allow: 'GET, HEAD' },
  { method: 'head', path: submitPath, allow: 'POST' },
] as const)(
  '$method $path gets 405 with the allowed methods, and is a violation',
  async ({ method, path, allow }, { mock }) => {
    const { status, headers } = await mock.http[method](path);
    expect({ status, headers }).toMatchObject({ status: 405, headers: { allow } });
    const message = `The method is not declared for this path; expected ${allow.replace(', ', ' or ')}.`;
    expect(mock.journal.list().at(-1)).toMatchObject({
      violations: [{ rule: 'request.method', message, line: expect.any(Number) }],
    });
  },
);

test.for(
  Object.entries({
    '..': 'briefId',
    '%2e%2e': 'briefId',
    '..%2f..%2fx': 'briefId',
    ['x'.repeat(10_000)]: 'briefId',
    '%zz': 'The path has a malformed percent-encoding.',
  }),
)('the id %s gets 400 with the reason: %s', async ([id, reason], { mock }) => {
  // A client would normalize the dots.
  const head = `GET ${briefsPath}/${id} HTTP/1.1\r\nHost: x\r\nConnection: close`;
  const response = await sendUntilClosed(mock.port, `${head}\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response.split('"detail":')[1]).toContain(reason);
});

const message = (fields: object) => JSON.stringify(submission({ ...fields }));
const large = (length: number) => message({ recaptchaResponse: 'x'.repeat(length) });
const tooLarge = '413 The body is larger than 1 MiB.';

test.for(
  Object.entries<{ body: string | Buffer; headers?: object; expected: string }>({
    'with an empty text': {
      body: message({ text: '' }),
      expected: '400 The body\'s "text" must have at',
    },
    'in another media type': {
      body: 'Hello',
      headers: { 'Content-Type': 'text/plain' },
      expected: '415 The body has the media type text/plain; expected application/json.',
    },
    'of less than 1 MiB': { body: large(1_000_000), expected: '200' },
    'of more than 1 MiB': { body: large(1_100_000), expected: tooLarge },
    'that is compressed': {
      body: gzipSync(large(1_100_000)),
      headers: { 'Content-Encoding': 'gzip' },
      expected: tooLarge,
    },
    'in an unknown encoding': {
      body: '{}',
      headers: { 'Content-Encoding': 'zip' },
      expected: '415 The body has an unsupported Content-Encoding.',
    },
  }),
)(
  'a submission %s gets its status and a reason',
  async ([, { body, headers, expected }], { mock }) => {
    const sent = mock.http.post(submitPath).set({ 'Content-Type': 'application/json', ...headers });
    const { status, body: problem } = await sent.serialize(() => body as string).send(body);
    expect(`${status} ${problem.detail}`).toContain(expected);
    expect(`${status} ${mock.journal.list().at(-1)?.reason}`).toContain(expected);
  },
);

test.for(
  Object.entries({
    'POST /rest/subscriber-feedback/form-submit Content-Type: application/json':
      '{"__proto__":{"text":1},"briefId":{"toString":1}}',
    'POST /rest/subscriber-feedback/form-submit? Content-Type: application/json':
      '{"briefId":["daily-harvest"],"subscriberId":1e999,"text":"\\ud800"}',
    'POST /rest/subscriber-feedback/form-submit Content-Type: application/json; charset=utf-16':
      'null',
    'POST /rest/subscriber-feedback/form-submit Content-Type: application/json, text/html': 'null',
    'POST /rest/subscriber-feedback/form-submit Content-Type: application/json\r\nContent-Encoding: gzip':
      'not compressed',
    [`POST /rest/subscriber-feedback/form-submit Content-Type: ${'x'.repeat(5_000)}`]: '',
    'POST /jsp/utilities/tools.jsp Content-Type: application/x-www-form-urlencoded; a="':
      '%=%&&=&a=%ff&username=&username=&__proto__=1',
    'GET /rest/subscriber-feedback/briefs/daily-harvest Prefer: ====,;;': '',
    'GET /rest/subscriber-feedback/briefs/daily-harvest Cookie: ;;=;': '',
    'GET /rest/subscriber-feedback/briefs/daily-harvest Range: bytes=0-1': '',
    'GET /rest/subscriber-feedback/briefs/daily-harvest If-None-Match: *': '',
  }),
)('the malformed %s is no error of the mock, and recorded', async ([start, body], { mock }) => {
  const [method, path, ...lines] = start.split(' ');
  mock.journal.reset();
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join(' ')}\r\nHost: a`;
  const bytes = `${head}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const status = Number((await sendUntilClosed(mock.port, bytes)).slice(9, 12));
  expect([200, 304, 400, 415]).toContain(status);
  expect(await mock.entry()).toMatchObject({ status });
});

test.for(
  Object.entries({
    '*/*': 'application/problem+json',
    'text/html': 'text/html; charset=utf-8',
    'text/html;q=0, */*': 'application/problem+json',
    'image/png': 'application/problem+json',
  }),
)('Accept: %s selects the media type %s', async ([accept, mediaType], { mock }) => {
  const { status, headers } = await mock.signIn('nobody').set({ accept });
  expect({ status, type: headers['content-type'] }).toEqual({ status: 401, type: mediaType });
});

test.for(['constructor', `slow-current-user.${'a'.repeat(300)}`])(
  'the unknown user %s gets 401 without a session',
  async (name, { mock }) => {
    const { status, headers } = await mock.signIn(name);
    expect({ status, cookie: headers['set-cookie'] }).toEqual({ status: 401, cookie: undefined });
  },
);

test('each sign-in sets the cookie of a session of its own, which a sign-out ends', async ({
  mock,
}) => {
  const mine = await mock.signInForCookie('editor', 'correct horse');
  const theirs = await mock.signInForCookie('editor', 'correct horse');
  expect(mine).toMatch(/^JSESSIONID=/);
  await mock.http.get(signOutPath).set('Cookie', mine);
  await mock.currentUser(mine).expect(401);
  await mock.currentUser(theirs).expect(200);
});

plainTest('the message of an unexpected error is logged, and is not in the response', async () => {
  const error = new Error("ENOENT: no such file or directory, open '/home/anna/data.yaml'");
  const context = await loadContractContext('openapi.yaml');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
  const app = express()
    .use(() => Promise.reject(error))
    .use(createErrorHandler({ current: () => ({ context }) }, new EventEmitter()));
  const { status, body } = await request(app).get('/');
  expect(body).toMatchObject({ detail: 'The mock failed. Its output has the reason.' });
  expect(logged).toHaveBeenCalledExactlyOnceWith(error);
  expect(status).toBe(500);
});
