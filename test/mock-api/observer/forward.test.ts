import { once } from 'node:events';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { startBackend } from '../../support/host/startBackend.ts';
import { brief, sendBrief, startRawBackend } from '../../support/host/startRawBackend.ts';
import { briefsPath, getBrief, sendRaw, submitPath } from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';

const portOf = (url: string) => Number(new URL(url).port);

test('a request is forwarded unchanged, with a Via header', async () => {
  const backend = await startRawBackend((socket) =>
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'),
  );
  const { url } = await startTestObserver(backend.url);
  const head = [
    `POST ${submitPath}?a=%7e;&b HTTP/1.1`,
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
    `POST ${submitPath}?a=%7e;&b HTTP/1.1`,
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

test('a response is returned unchanged, even if it is wrong', async () => {
  const response = [
    'HTTP/1.1 299 Unusual Reason',
    'content-TYPE: text/plain',
    'Content-Type: text/html',
    'Set-Cookie: a=1',
    'Set-Cookie: b=2',
    'Content-Length: 4',
    '',
    '{no}',
  ].join('\r\n');
  const backend = await startRawBackend((socket) => socket.write(response));
  const { url } = await startTestObserver(backend.url);
  const seen = await sendRaw(
    portOf(url),
    `GET ${briefsPath}/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(seen.replace('Connection: close\r\n', '')).toBe(response);
});

test('a response with an unexpected upgrade closes the connection only', async () => {
  const upgrade = 'HTTP/1.1 101 Up\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n';
  const backend = await startRawBackend((socket) => socket.end(upgrade));
  const { url, journal } = await startTestObserver(backend.url);
  const request = `GET ${briefsPath}/a HTTP/1.1\r\nHost: a\r\n\r\n`;
  expect(await sendRaw(portOf(url), request)).toBe('');
  expect(await journal.wait({ ended: true })).toMatchObject({ outcome: 'malformed' });
});

test('a Connection header cannot remove the length of a body or the host', async () => {
  const backend = await startRawBackend();
  const { url } = await startTestObserver(backend.url);
  const smuggled = `GET /admin HTTP/1.1\r\nHost: a\r\n\r\n`;
  const head = [
    `GET ${briefsPath}/a HTTP/1.1`,
    'Host: a',
    'Connection: close, content-length, host',
    `Content-Length: ${smuggled.length}`,
  ].join('\r\n');
  await sendRaw(portOf(url), `${head}\r\n\r\n${smuggled}`);
  expect(backend.requests).toHaveLength(1);
  expect(backend.requests[0]).toContain('\r\nHost: a\r\n');
});

test('the URL of a request line cannot name another host', async () => {
  const backend = await startRawBackend();
  const { url } = await startTestObserver(`${backend.url}/prefix`);
  const target = `http://other.example.com${briefsPath}/a?b=c`;
  await sendRaw(portOf(url), `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(backend.requests[0]).toMatch(`GET /prefix${briefsPath}/a?b=c HTTP/1.1\r\n`);
});

test('a request that was forwarded ten times is closed, which ends a loop', async () => {
  const backend = await startRawBackend();
  const { url } = await startTestObserver(backend.url);
  const headers = { Via: Array(10).fill('1.1 contract-observer').join(', ') };
  await expect(getBrief({ url }, 'a', { headers })).rejects.toThrow();
  expect(backend.requests).toEqual([]);
});

test('a response is streamed, beginning with its head', async () => {
  const steps: (() => void)[] = [];
  const backend = await startBackend((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
    steps.push(
      () => void res.write(brief.slice(0, 9)),
      () => void res.end(brief.slice(9)),
    );
  });
  const { url } = await startTestObserver(backend.url);
  const [response] = await once(get(`${url}${briefsPath}/daily`), 'response');
  for (const part of [brief.slice(0, 9), brief.slice(9)]) {
    steps.shift()?.();
    const [chunk] = await once(response, 'data');
    expect(String(chunk)).toBe(part);
  }
});

test('a client abort closes the backend’s connection', async () => {
  const backend = await startRawBackend(() => {});
  const { url, journal } = await startTestObserver(backend.url);
  const request = get(`${url}${briefsPath}/daily`).on('error', () => {});
  await expect.poll(() => backend.requests.length).toBe(1);
  request.destroy();
  await backend.whenAllClosed();
  expect(await journal.wait({ ended: true })).toMatchObject({ outcome: 'client aborted' });
});

test('an idle connection is closed before the backend closes it, but no slow response is', async () => {
  let finish = () => {};
  const backend = await startRawBackend((socket) => {
    finish = () => sendBrief(socket, 1);
  });
  const { url } = await startTestObserver(backend.url);
  const slow = getBrief({ url }, 'slow');
  await expect.poll(() => backend.requests.length).toBe(1);
  const finishSlow = finish;
  const fast = getBrief({ url }, 'fast');
  await expect.poll(() => backend.requests.length).toBe(2);
  finish();
  await (await fast).text();
  // The fast response's connection has then been idle for as long as one may be.
  await expect.poll(() => backend.sockets.size).toBe(1);
  finishSlow();
  expect(await (await slow).text()).toBe(brief);
  await expect.poll(() => backend.sockets.size).toBe(0);
});
