import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sendUntilClosed } from '../host/fixtures/rawClient.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  shareTestMock,
  signInPath,
  startTestMock,
  submission,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { waitForEntries } from './fixtures/waitForEntries.ts';

const mock = shareTestMock();
const lastEntry = () => mock().journal.list().at(-1);

test('an unknown path returns 404', async () => {
  for (const path of ['/', '/rest', `${briefsPath}/`, `${briefsPath}/a/b`, '/mock/nothing']) {
    expect((await fetch(mock().url + path)).status, path).toBe(404);
  }
});

test('the 404 of a page says that the host serves it', async () => {
  const path = '/app/subscriber-feedback/3141592/daily-harvest/contact';
  const response = await fetch(mock().url + path);
  expect((await response.json()).detail).toBe(
    'The path is not in the contract. The host serves pages: start it with npm start.',
  );
});

test.each([
  { method: 'OPTIONS', path: `${briefsPath}/daily-harvest`, allowed: 'GET, HEAD' },
  { method: 'HEAD', path: submitPath, allowed: 'POST' },
  { method: 'POST', path: currentUserPath, allowed: 'GET, HEAD' },
])('$method $path returns 405 with the allowed methods', async ({ method, path, allowed }) => {
  const response = await fetch(mock().url + path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allowed);
  const message = `The method is not declared for this path; expected ${allowed.replace(', ', ' or ')}.`;
  const violations = [{ rule: 'request.method', message, line: expect.any(Number) }];
  expect(lastEntry()).toMatchObject({ violations });
});

const encoding = 'The path has a malformed percent-encoding.';

test.each([
  { what: 'dots', id: '..', reason: 'briefId' },
  { what: 'encoded dots', id: '%2e%2e', reason: 'briefId' },
  { what: 'an encoded slash', id: '..%2f..%2fx', reason: 'briefId' },
  { what: 'a semicolon', id: 'a;b', reason: 'briefId' },
  { what: 'a zero byte', id: 'a%00b', reason: 'briefId' },
  { what: 'a euro sign', id: '%E2%82%AC', reason: 'briefId' },
  { what: '10,000 characters', id: 'x'.repeat(10_000), reason: 'briefId' },
  { what: 'a malformed escape', id: '%zz', reason: encoding },
])('an id of $what returns 400 with the reason', async ({ id, reason }) => {
  // `fetch` would normalize the dots.
  const head = `GET ${briefsPath}/${id} HTTP/1.1\r\nHost: x\r\nConnection: close`;
  const response = await sendUntilClosed(mock().port, `${head}\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response.split('"detail":')[1]).toContain(reason);
});

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const message = (fields: object) => JSON.stringify(submission({ ...fields }));
const large = (length: number) => message({ recaptchaResponse: 'x'.repeat(length) });

/** The body of a submission, with its headers, and the response. */
test.each<{ what: string; body: BodyInit; headers?: object; status: number; reason?: string }>([
  {
    what: 'with an empty text',
    body: message({ text: '' }),
    status: 400,
    reason: '"text" must have at least 1 character.',
  },
  {
    what: 'nested too deeply',
    body: message({}).replace('"a-token"', nested(30_000)),
    status: 400,
    reason: 'The body is nested more than 100 levels deep.',
  },
  {
    what: 'with brackets in a text',
    body: message({ text: `\\"${'[{'.repeat(200)}` }),
    status: 200,
  },
  { what: 'of less than 1 MiB', body: large(1_000_000), status: 200 },
  {
    what: 'of more than 1 MiB',
    body: large(1_100_000),
    status: 413,
    reason: 'The body is larger than 1 MiB.',
  },
  {
    what: 'in chunks',
    body: new Blob([large(1_100_000)]).stream(),
    status: 413,
    reason: 'The body is larger than 1 MiB.',
  },
  {
    what: 'compressed',
    body: gzipSync(large(1_100_000)),
    headers: { 'Content-Encoding': 'gzip' },
    status: 413,
    reason: 'The body is larger than 1 MiB.',
  },
  {
    what: 'in an unknown encoding',
    body: '{}',
    headers: { 'Content-Encoding': 'zip' },
    status: 415,
    reason: 'The body has an unsupported Content-Encoding.',
  },
])('a submission $what is handled', async ({ body, headers, status, reason }) => {
  const init = { method: 'POST', headers: { 'Content-Type': json, ...headers }, body };
  const response = await fetch(mock().url + submitPath, Object.assign(init, { duplex: 'half' }));
  expect(response.status).toBe(status);
  if (reason === undefined) return;
  expect((await response.json()).detail).toContain(reason);
  expect(lastEntry()?.reason).toContain(reason);
});

test('an aborted body does not affect other requests', async () => {
  const half = `POST ${submitPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"brief`;
  await new Promise((resolve) => {
    const socket = connect(mock().port, '127.0.0.1', () =>
      socket.write(half, () => socket.destroy()),
    );
    socket.once('close', resolve);
  });
  expect((await getBrief(mock(), 'daily-harvest')).status).toBe(200);
});

const bodies: [path: string, type: string, text: string][] = [
  [submitPath, json, '{"__proto__":{"text":1},"briefId":{"toString":1}}'],
  [submitPath, json, '{"briefId":["daily-harvest"],"subscriberId":1e999,"text":"\\ud800"}'],
  [submitPath, `${json}; charset=utf-16`, 'null'],
  [submitPath, `${json}, text/html`, 'null'],
  [submitPath, `${json}\r\nContent-Encoding: gzip`, 'not compressed'],
  [submitPath, 'x'.repeat(5_000), ''],
  [signInPath, `${form}; a="`, '%=%&&=&a=%ff&username=&username=&__proto__=1'],
];
const headers = ['Prefer: ====,;;', 'Cookie: ;;=;', 'Range: bytes=0-1', 'If-None-Match: *'];

test('malformed requests are rejected without an error of the mock, and recorded', async () => {
  const own = await startTestMock();
  const posts = bodies.map(
    ([path, type, text]) =>
      `POST ${path} HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\n`,
  );
  const gets = headers.map((line) => `GET ${briefsPath}/daily-harvest HTTP/1.1\r\n${line}\r\n`);
  const statuses: number[] = [];
  for (const [i, head] of [...posts, ...gets].entries()) {
    const bytes = `${head}Host: a\r\nConnection: close\r\n\r\n${bodies[i]?.[2] ?? ''}`;
    statuses.push(Number((await sendUntilClosed(own.port, bytes)).slice(9, 12)));
  }
  for (const status of statuses) expect([200, 304, 400, 415]).toContain(status);
  const count = posts.length + gets.length;
  const entries = await waitForEntries(own.journal, { ended: true }, { count });
  expect(entries.map(({ status }) => status)).toEqual(statuses);
  expect((await submit(own)).status).toBe(200);
});
