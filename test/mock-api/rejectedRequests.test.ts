import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  postJson,
  sendRaw,
  shareTestMock,
  submission,
  submit,
  submitPath,
} from '../support/mock/startTestMock.ts';

const mock = shareTestMock();

test('an unknown path returns 404', async () => {
  for (const path of ['/', '/rest', `${briefsPath}/`, `${briefsPath}/a/b`, '/mock/nothing']) {
    expect((await fetch(mock().url + path)).status, path).toBe(404);
  }
});

test.each([
  ['OPTIONS', `${briefsPath}/daily-harvest`, 'GET, HEAD'],
  ['HEAD', submitPath, 'POST'],
  ['POST', currentUserPath, 'GET, HEAD'],
])('%s %s returns 405 with the allowed methods', async (method, path, allowed) => {
  const response = await fetch(mock().url + path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allowed);
  const expected = allowed.replace(', ', ' or ');
  const message = `The method is not declared for this path; expected ${expected}.`;
  const violations = [{ rule: 'request.method', message, line: expect.any(Number) }];
  expect(mock().journal.list().at(-1)).toMatchObject({ violations });
});

test.each([
  ...['..', '%2e%2e', '..%2f..%2fx', 'a;b', 'a%00b', '%E2%82%AC', 'x'.repeat(10_000)].map(
    (id) => [id, /"detail":".*briefId/] as const,
  ),
  ['%zz', /The path has a malformed percent-encoding\./] as const,
  ['%C3%28', /The path has a malformed percent-encoding\./] as const,
])('the id %.30s returns 400 with the reason', async (id, reason) => {
  // `fetch` would normalize the dots.
  const head = `GET ${briefsPath}/${id} HTTP/1.1\r\nHost: x\r\nConnection: close`;
  const response = await sendRaw(mock().port, `${head}\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toMatch(reason);
});

test.each([
  ['text', undefined, 'The body is missing the required property "text".'],
  ['text', '', 'The body\'s "text" must have at least 1 character.'],
  ['text', 'x'.repeat(501), 'The body\'s "text" must have at most 500 characters.'],
  ['subscriberId', null, 'The body\'s "subscriberId" must be of type string or number.'],
  ['briefId', '..', 'The body\'s "briefId" must match pattern'],
  ['copyTo', 'me', 'The body has the unknown property "copyTo".'],
])('a submission whose %s is %j is rejected with the reason', async (field, value, reason) => {
  const response = await submit(mock(), { [field]: value });
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain(reason);
});

test('a field that is nested too deeply returns 400 with the reason', async () => {
  const nested = '['.repeat(30_000) + ']'.repeat(30_000);
  const body = JSON.stringify(submission()).replace('"a-token"', nested);
  const response = await postJson(mock().url + submitPath, body);
  expect(response.status).toBe(400);
  const message = 'The body is nested more than 100 levels deep.';
  expect(await response.json()).toMatchObject({ detail: message });
  const violations = [{ rule: 'request.syntax', message }];
  expect(mock().journal.list().at(-1)).toMatchObject({ status: 400, violations });
});

test('brackets in a string are not nesting', async () => {
  const text = `\\"${'[{'.repeat(200)}`;
  expect((await submit(mock(), { text })).status).toBe(200);
});

test.each<[what: string, headers: Record<string, string>, toBody: (text: string) => BodyInit]>([
  ['', {}, (text) => text],
  [', chunked,', {}, (text) => new Blob([text]).stream()],
  [', compressed,', { 'Content-Encoding': 'gzip' }, (text) => gzipSync(text)],
])('a body of more than 1 MiB%s returns 413', async (_, encoding, toBody) => {
  const post = (length: number) => {
    const body = toBody(JSON.stringify(submission({ recaptchaResponse: 'x'.repeat(length) })));
    const headers = { 'Content-Type': 'application/json', ...encoding };
    return fetch(mock().url + submitPath, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
  };
  expect((await post(1_000_000)).status).toBe(200);
  const response = await post(1_100_000);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ detail: 'The body is larger than 1 MiB.' });
});

test('an unknown Content-Encoding returns 415, and the entry has the reason', async () => {
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'zip' };
  const init = { method: 'POST', headers, body: '{}' };
  expect((await fetch(mock().url + submitPath, init)).status).toBe(415);
  const reason = 'The body has an unsupported Content-Encoding.';
  expect(mock().journal.list().at(-1)).toMatchObject({ status: 415, reason });
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
