import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startBackend } from '../../support/hostBackend.ts';
import { brief, startRawBackend } from '../../support/hostRawBackend.ts';
import { startTestHost } from '../../support/hostStart.ts';
import { BRIEFS, SUBMIT, sendRaw, submission } from '../../support/mockServer.ts';
import { observerOf } from '../../support/observer.ts';

const portOf = (url: string) => Number(new URL(url).port);

test('a request goes on as it came, with one header more', async () => {
  const backend = await startRawBackend((socket) =>
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'),
  );
  const { url } = await observerOf(backend.url);
  const head = [
    `POST ${SUBMIT}?a=%7e;&b HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    'x-ODD-case:  two',
    'Cookie: a=1; b=2',
    'X-Twice: 1',
    'X-Twice: 2',
    'Content-Length: 4',
  ].join('\r\n');
  await sendRaw(portOf(url), `${head}\r\nConnection: close\r\n\r\nbody`);
  const [sent = ''] = backend.requests;
  const lines = sent.split('\r\n').filter((line) => !/^connection:/i.test(line));
  expect(lines).toEqual([
    `POST ${SUBMIT}?a=%7e;&b HTTP/1.1`,
    `Host: ${new URL(backend.url).host}`,
    'x-ODD-case: two',
    'Cookie: a=1; b=2',
    'X-Twice: 1',
    'X-Twice: 2',
    'Content-Length: 4',
    'Via: 1.1 contract-observer',
    '',
    'body',
  ]);
});

test('an answer comes back as it was, however wrong', async () => {
  const answer = [
    'HTTP/1.1 299 As It Were',
    'content-TYPE: text/plain',
    'Set-Cookie: a=1',
    'Set-Cookie: b=2',
    'Content-Length: 4',
    '',
    '{no}',
  ].join('\r\n');
  const backend = await startRawBackend((socket) => socket.write(answer));
  const { url } = await observerOf(backend.url);
  const seen = await sendRaw(
    portOf(url),
    `GET ${BRIEFS}/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(seen.replace('Connection: close\r\n', '')).toBe(answer);
});

test('an answer streams: its beginning does not wait for its end', async () => {
  let finish = () => {};
  const backend = await startBackend((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).write(brief.slice(0, 9));
    finish = () => res.end(brief.slice(9));
  });
  const { url } = await observerOf(backend.url);
  const request = get(`${url}${BRIEFS}/daily`);
  const [answer] = await once(request, 'response');
  const [chunk] = await once(answer, 'data');
  expect(String(chunk)).toBe(brief.slice(0, 9));
  finish();
  const [rest] = await once(answer, 'data');
  expect(String(rest)).toBe(brief.slice(9));
});

test('the head of an answer does not wait for its body', async () => {
  const backend = await startBackend((_req, res) => res.writeHead(200).flushHeaders());
  const { url } = await observerOf(backend.url);
  const request = get(`${url}${BRIEFS}/daily`);
  const [answer] = await once(request, 'response');
  expect(answer.statusCode).toBe(200);
  request.destroy();
});

test('a caller who leaves frees the backend', async () => {
  const backend = await startRawBackend(() => {});
  const { url, journal } = await observerOf(backend.url);
  const request = get(`${url}${BRIEFS}/daily`).on('error', () => {});
  await expect.poll(() => backend.requests.length).toBe(1);
  request.destroy();
  await backend.whenEmpty();
  expect(await journal.wait({ ended: true })).toMatchObject({ outcome: 'client left' });
});

describe('behind a host', () => {
  const post = (url: string) =>
    fetch(url + SUBMIT, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(submission()),
    });

  test('a backend that is not there is the host’s 502', async () => {
    const backend = await startRawBackend();
    backend.stop();
    const observer = await observerOf(backend.url);
    const host = await startTestHost(observer.url);
    expect((await fetch(`${host.url}${BRIEFS}/daily`)).status).toBe(502);
    expect(await observer.journal.wait({ ended: true })).toMatchObject({ outcome: 'reset' });
  });

  test('a backend killed before it answers is the host’s 502', async () => {
    const backend = await startRawBackend(() => backend.stop());
    const host = await startTestHost((await observerOf(backend.url)).url);
    expect((await post(host.url)).status).toBe(502);
  });

  test('a backend killed in the middle of an answer ends the connection', async () => {
    const backend = await startRawBackend((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"na',
      );
      setTimeout(() => backend.stop(), 50);
    });
    const observer = await observerOf(backend.url);
    const host = await startTestHost(observer.url);
    const answer = await fetch(`${host.url}${BRIEFS}/daily`);
    await expect(answer.text()).rejects.toThrow();
    expect(await observer.journal.wait({ ended: true })).toMatchObject({ outcome: 'torn' });
  });

  test('an observer killed before an answer is the host’s 502', async () => {
    const backend = await startRawBackend(() => void observer.close());
    const observer = await observerOf(backend.url);
    const host = await startTestHost(observer.url);
    expect((await post(host.url)).status).toBe(502);
    expect((await post(host.url)).status).toBe(502);
  });

  test('an observer killed in the middle of an answer ends the connection', async () => {
    const backend = await startRawBackend((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"na',
      );
      setTimeout(() => void observer.close(), 50);
    });
    const observer = await observerOf(backend.url);
    const host = await startTestHost(observer.url);
    const answer = await fetch(`${host.url}${BRIEFS}/daily`);
    await expect(answer.text()).rejects.toThrow();
  });
});
