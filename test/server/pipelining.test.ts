import { expect, test } from 'vitest';
import { defaultLimits } from '../../server/config/limits.ts';
import { captureLog } from '../support/host/captureLog.ts';
import { openSocket, readResponse, sendRaw, whenClosed } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';
import { waitFor } from '../support/waitFor.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`;
const lastGet = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

/** Starts a backend that responds late, and counts the requests that it handles at the same time. */
async function startSlowBackend() {
  const paths: string[] = [];
  let running = 0;
  let mostRunning = 0;
  const backend = await startBackend((req, res) => {
    paths.push(req.url ?? '');
    mostRunning = Math.max(mostRunning, ++running);
    req.resume();
    setTimeout(() => {
      running--;
      res.end('{}');
    }, 5);
  });
  return { ...backend, paths, mostRunning: () => mostRunning };
}

test('pipelined requests reach the backend one at a time and in order', async () => {
  const backend = await startSlowBackend();
  const host = await startTestHost(backend.url);
  const socket = await openSocket(host.port);
  const paths = Array.from({ length: 12 }, (_, i) => `/rest/${i}`);
  const requests = paths.map((path, i) => (i % 2 === 0 ? post(path) : get(path)));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const closed = whenClosed(socket);
  socket.write(requests.join('') + lastGet('/rest/last'));
  await closed;
  expect(backend.paths).toEqual([...paths, '/rest/last']);
  expect(backend.mostRunning()).toBe(1);
  expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(13);
});

test('a pipelined body that arrives in parts is complete', async () => {
  const backend = await startBackend();
  const host = await startTestHost(backend.url);
  const socket = await openSocket(host.port);
  const body = 'x'.repeat(60_000);
  const head = `POST /rest/b HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  const closed = whenClosed(socket);
  socket.resume();
  socket.write(get('/rest/a') + head + body.slice(0, 10_000));
  setTimeout(() => socket.write(body.slice(10_000)), 50);
  await closed;
  expect(backend.received.map(({ url }) => url)).toEqual(['/rest/a', '/rest/b']);
  expect(backend.received[1]?.body).toBe(body);
});

test('nothing after a rejected request is forwarded', async () => {
  const backend = await startRawBackend();
  const host = await startTestHost(backend.url);
  const socket = await openSocket(host.port);
  const closed = whenClosed(socket);
  socket.resume();
  socket.write(get('/rest/a;b') + post('/rest/1') + post('/rest/2'));
  await closed;
  await host.close();
  expect(backend.requests).toEqual([]);
});

test('nothing after a request with Connection: close is forwarded', async () => {
  const backend = await startRawBackend();
  const host = await startTestHost(backend.url);
  const socket = await openSocket(host.port);
  const closed = whenClosed(socket);
  socket.resume();
  socket.write(lastGet('/rest/a') + post('/rest/1'));
  await closed;
  await host.close();
  expect(backend.requests).toHaveLength(1);
});

test('nothing after the last response before a shutdown is forwarded', async () => {
  const backend = await startRawBackend();
  const shutdown = new AbortController();
  const host = await startTestHost(backend.url, {}, { shutdown });
  const socket = await openSocket(host.port);
  const closed = whenClosed(socket);
  socket.resume();
  shutdown.abort();
  socket.write(get('/rest/a') + post('/rest/1'));
  await closed;
  await host.close();
  expect(backend.requests).toHaveLength(1);
});

test('4,000 pipelined requests open one connection to the backend, and their client is disconnected', async () => {
  const backend = await startSlowBackend();
  const host = await startTestHost(backend.url);
  const socket = await openSocket(host.port);
  const closed = whenClosed(socket);
  socket.resume();
  socket.write(get('/rest/a').repeat(4_000));
  await closed;
  expect(backend.connectionCount()).toBeLessThanOrEqual(1);
  expect((await sendRaw(host.port, get('/health/live'))).status).toBe(200);
});

test('as many requests as allowed may wait on a connection', async () => {
  const backend = await startSlowBackend();
  const limits = { ...defaultLimits, maxPipelinedRequests: 3 };
  const host = await startTestHost(backend.url, {}, { limits });
  const socket = await openSocket(host.port);
  const response = readResponse(socket);
  socket.write(get('/rest/a').repeat(4));
  expect((await response).status).toBe(200);
  await waitFor(() => expect(backend.paths).toHaveLength(4));
});

test.each([
  ['a body with a length', 'Content-Length: 60000\r\n'],
  ['a chunked body', 'Transfer-Encoding: chunked\r\n'],
  ['a long header', `X: ${'x'.repeat(10_000)}\r\n`],
])(
  'a pipelined request with %s that exceeds the memory for all of them ends its connection',
  async (_, header) => {
    const backend = await startRawBackend(() => {});
    const limits = { ...defaultLimits, maxWaitingBytes: 10_000 };
    const host = await startTestHost(backend.url, {}, { limits });
    const waiting = await openSocket(host.port);
    waiting.write(get('/rest/a') + get('/rest/b'));
    const exceeding = await openSocket(host.port);
    const closed = whenClosed(exceeding);
    exceeding.write(`${get('/rest/a')}POST /rest/b HTTP/1.1\r\nHost: a\r\n${header}\r\n`);
    await closed;
    expect(waiting.readyState).toBe('open');
  },
);

test('pipelined requests that have been handled free their memory', async () => {
  const backend = await startSlowBackend();
  const limits = { ...defaultLimits, maxWaitingBytes: 10_000 };
  const host = await startTestHost(backend.url, {}, { limits });
  for (let i = 0; i < 5; i++) {
    const aborted = await openSocket(host.port);
    aborted.write(get('/rest/a') + get('/rest/b'));
    await waitFor(() => expect(backend.paths).toContain('/rest/a'));
    aborted.destroy();
    await waitFor(() => expect(backend.paths.length).toBeGreaterThan(0));
    const socket = await openSocket(host.port);
    const closed = whenClosed(socket);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(get('/rest/c') + lastGet('/rest/d'));
    await closed;
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
    backend.paths.length = 0;
  }
});

test('pipelined requests take turns with those of other connections', async () => {
  const { log, requests } = captureLog('info');
  const host = await startTestHost(unreachableUrl, {}, { log });
  const [one, other] = [await openSocket(host.port), await openSocket(host.port)];
  one.resume().write(get('/none').repeat(10));
  other.resume().write(get('/'));
  await waitFor(() => expect(requests()).toHaveLength(11));
  expect(requests().findIndex(({ route }) => route === '/')).toBeLessThan(3);
});

test('the response to a request with Upgrade closes the connection, because Node.js drops what follows', async () => {
  const backend = await startRawBackend();
  const host = await startTestHost(backend.url);
  const socket = await openSocket(host.port);
  const response = readResponse(socket);
  const closed = whenClosed(socket);
  socket.write(
    `GET /rest/a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${get('/rest/b')}`,
  );
  expect((await response).head).toMatch(/\r\nconnection: close/i);
  socket.resume();
  await closed;
  expect(backend.requests).toHaveLength(1);
});
