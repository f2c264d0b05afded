import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  BRIEFS,
  CURRENT_USER,
  postJson,
  SIGN_IN,
  SUBMIT,
  sendRaw,
  sharedMock,
  submission,
} from '../support/mockServer.ts';

const running = sharedMock();

describe('what the contract does not declare', () => {
  test('a path is a 404', async () => {
    const { url } = running();
    for (const path of ['/', '/rest', `${BRIEFS}/`, `${BRIEFS}/a/b`, '/mock/nothing']) {
      expect((await fetch(url + path)).status, path).toBe(404);
    }
  });

  test.each([
    ['DELETE', `${BRIEFS}/daily-harvest`, 'GET, HEAD'],
    ['OPTIONS', `${BRIEFS}/daily-harvest`, 'GET, HEAD'],
    ['GET', SUBMIT, 'POST'],
    ['HEAD', SUBMIT, 'POST'],
    ['POST', CURRENT_USER, 'GET, HEAD'],
  ])('%s %s is a 405 that says what is allowed', async (method, path, allowed) => {
    const { url } = running();
    const answer = await fetch(url + path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed);
  });

  test('a media type is a 415 that says what is taken', async () => {
    const { url } = running();
    const headers = { 'Content-Type': 'application/xml' };
    const answer = await fetch(url + SUBMIT, { method: 'POST', headers, body: '<a/>' });
    expect(answer.status).toBe(415);
    expect((await answer.json()).message).toContain('application/json');
    const json = await postJson(url + SIGN_IN, { username: 'editor', password: 'correct horse' });
    expect(json.status).toBe(415);
  });
});

describe('ids that are none', () => {
  const long = 'x'.repeat(10_000);
  test.each([
    '..',
    '.',
    '%2e%2e',
    '..%2f..%2fx',
    '..%252F',
    'a;b',
    'a%00b',
    'a%20b',
    '%E2%82%AC',
    long,
  ])('%.30s is a 400 with a reason', async (id) => {
    const { port } = running();
    // A client such as fetch would resolve the dots itself.
    const answer = await sendRaw(
      port,
      `GET ${BRIEFS}/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/"message":".*briefId/);
  });

  test.each(['%', '%zz', '%C3%28'])('%s cannot be decoded and is a 400', async (id) => {
    const { port } = running();
    const answer = await sendRaw(
      port,
      `GET ${BRIEFS}/${id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('The path is not well encoded.');
  });
});

describe('bodies that are none', () => {
  test.each(['{"briefId":', '', '\u0000', '[]', 'null', '"x"', '1e999', `${'['.repeat(9000)}`])(
    '%.20j is a 400 with a reason',
    async (body) => {
      const { url } = running();
      const answer = await postJson(url + SUBMIT, body);
      expect(answer.status).toBe(400);
      expect((await answer.json()).message).toMatch(/^The body /);
    },
  );

  test('more than 64 KiB is a 413, whether announced, chunked or compressed', async () => {
    const { url } = running();
    const body = JSON.stringify(submission({ text: 'x'.repeat(70_000) }));
    const chunked = new Blob([body]).stream();
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers };
    const answers = await Promise.all([
      fetch(url + SUBMIT, { ...init, body }),
      fetch(url + SUBMIT, { ...init, body: chunked, duplex: 'half' } as RequestInit),
      fetch(url + SUBMIT, {
        method: 'POST',
        headers: { ...headers, 'Content-Encoding': 'gzip' },
        body: gzipSync(body),
      }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({ message: 'The body is larger than 64 KiB.' });
    }
  });

  test('64 KiB less a few bytes are still read', async () => {
    const { url } = running();
    const answer = await postJson(
      url + SUBMIT,
      submission({ recaptchaResponse: 'x'.repeat(65_000) }),
    );
    expect(answer.status).toBe(200);
  });

  test('a compression that nobody knows is a 415', async () => {
    const { url } = running();
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'zip' };
    const answer = await fetch(url + SUBMIT, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(415);
  });

  test('a body that breaks off leaves the mock at work', async () => {
    const { port, url } = running();
    const half = `POST ${SUBMIT} HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"brief`;
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(half, () => socket.destroy()));
      socket.once('close', () => resolve());
    });
    expect((await fetch(`${url}${BRIEFS}/daily-harvest`)).status).toBe(200);
  });
});
