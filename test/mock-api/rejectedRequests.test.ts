import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  postJson,
  sendRaw,
  shareTestMock,
  startTestMock,
  submission,
  submit,
  submitPath,
} from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

describe('requests that the contract does not declare', () => {
  test('an unknown path returns 404', async () => {
    const { url } = sharedMock();
    for (const path of ['/', '/rest', `${briefsPath}/`, `${briefsPath}/a/b`, '/mock/nothing']) {
      expect((await fetch(url + path)).status, path).toBe(404);
    }
  });

  test.each([
    ['DELETE', `${briefsPath}/daily-harvest`, 'GET, HEAD'],
    ['OPTIONS', `${briefsPath}/daily-harvest`, 'GET, HEAD'],
    ['GET', submitPath, 'POST'],
    ['HEAD', submitPath, 'POST'],
    ['POST', currentUserPath, 'GET, HEAD'],
  ])('%s %s returns 405 with the allowed methods', async (method, path, allowed) => {
    const { url, journal } = sharedMock();
    const response = await fetch(url + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
    const expected = allowed.replace(', ', ' or ');
    const message = `The method is not declared for this path; expected ${expected}.`;
    const violations = [{ rule: 'request.method', message, line: expect.any(Number) }];
    expect(journal.list().at(-1)).toMatchObject({ violations });
  });
});

describe('invalid ids', () => {
  /** `fetch` would normalize the dots. */
  const requestBrief = (id: string) =>
    sendRaw(
      sharedMock().port,
      `GET ${briefsPath}/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
  const dots = ['..', '.', '%2e%2e', '..%2f..%2fx', '..%252F'];
  const others = ['a;b', 'a%00b', 'a%20b', '%E2%82%AC', 'x'.repeat(10_000)];

  test.each([...dots, ...others])('%.30s returns 400 with the reason', async (id) => {
    const response = await requestBrief(id);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toMatch(/"detail":".*briefId/);
  });

  test.each(['%', '%zz', '%C3%28'])('%s cannot be decoded, which returns 400', async (id) => {
    const response = await requestBrief(id);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('The path has a malformed percent-encoding.');
  });
});

describe('invalid bodies', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test.each([
    ['a list', nested(3000)],
    ['a field', JSON.stringify(submission()).replace('"a-token"', nested(30_000))],
    ['an unknown field', `{"x":${'{"y":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
  ])('%s that is nested too deeply returns 400 with the reason', async (_, body) => {
    const mock = await startTestMock();
    const response = await postJson(mock.url + submitPath, body);
    expect(response.status).toBe(400);
    const message = 'The body is nested more than 100 levels deep.';
    expect(await response.json()).toMatchObject({ detail: message });
    expect(mock.journal.list()).toMatchObject([
      { status: 400, violations: [{ rule: 'request.syntax', message }] },
    ]);
  });

  test('brackets in a string are not nesting', async () => {
    const { url } = sharedMock();
    const text = `\\"${'[{'.repeat(200)}`;
    expect((await submit({ url }, { text })).status).toBe(200);
  });

  test('a body of more than 1 MiB returns 413, with a length, chunked or compressed', async () => {
    const { url } = sharedMock();
    const body = JSON.stringify(submission({ text: 'x'.repeat(1_100_000) }));
    const chunked = new Blob([body]).stream();
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers };
    const responses = await Promise.all([
      fetch(url + submitPath, { ...init, body }),
      fetch(url + submitPath, { ...init, body: chunked, duplex: 'half' } as RequestInit),
      fetch(url + submitPath, {
        method: 'POST',
        headers: { ...headers, 'Content-Encoding': 'gzip' },
        body: gzipSync(body),
      }),
    ]);
    for (const response of responses) {
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ detail: 'The body is larger than 1 MiB.' });
    }
  });

  test('a body just below 1 MiB is accepted', async () => {
    const { url } = sharedMock();
    const response = await submit({ url }, { recaptchaResponse: 'x'.repeat(1_000_000) });
    expect(response.status).toBe(200);
  });

  test('an unknown Content-Encoding returns 415', async () => {
    const { url } = sharedMock();
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'zip' };
    const response = await fetch(url + submitPath, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(415);
  });

  test('an aborted body does not affect other requests', async () => {
    const { port, url } = sharedMock();
    const half = `POST ${submitPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"brief`;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(half, () => socket.destroy()));
      socket.once('close', () => resolve());
    });
    expect((await getBrief({ url }, 'daily-harvest')).status).toBe(200);
  });

  test('an entry without violations contains the reason', async () => {
    const mock = await startTestMock();
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'zip' };
    await fetch(mock.url + submitPath, { method: 'POST', headers, body: '{}' });
    await getBrief(mock, 'daily-harvest', { headers: { Prefer: 'code=418' } });
    expect(mock.journal.list()).toMatchObject([
      { status: 415, reason: 'The body has an unsupported Content-Encoding.' },
      { status: 400, reason: expect.stringMatching(/^Prefer: getBrief has no response with/) },
    ]);
  });
});
