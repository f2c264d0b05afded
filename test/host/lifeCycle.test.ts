import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { clientFiles } from '../clientFiles.ts';
import { get, openSocket, readResponse, sendOn, whenClosed } from '../rawClient.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

afterEach(() => {
  // A host whose test has failed during its drain delay still shuts down.
  if (vi.isFakeTimers()) vi.runAllTimers();
  vi.useRealTimers();
});

const longDrain = { DRAIN_TIMEOUT_MS: '600000' };
const longDrainDelay = { ...longDrain, DRAIN_DELAY_MS: '600000' };

test('a host that shuts down is not ready, serves requests during the drain delay, closes connections', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { port, close, send } = await startTestHost({ env: longDrainDelay });
  const closed = close();
  expect(await send(get('/health/ready'))).toMatchObject({ status: 503 });
  for (const path of ['/health/live', '/app/subscriber-feedback/', '/rest/a']) {
    const { status, head } = await send(get(path));
    expect(status).toBe(200);
    expect(head).toMatch(/\r\nconnection: close/i);
  }
  // The delay, and the time for a first request on a connection.
  await vi.advanceTimersByTimeAsync(601_000);
  await closed;
  await expect(openSocket(port)).rejects.toThrow('ECONNREFUSED');
});

test('a request in flight finishes during shutdown, then its connection is closed', async () => {
  const { port, backend, close } = await startTestHost({ env: longDrain, handler: () => {} });
  const client = await openSocket(port);
  const response = sendOn(client, get('/rest/a'));
  await backend.whenRequested();
  const closed = close();
  backend.recover();
  expect(await response).toMatchObject({ status: 200, truncated: false });
  await whenClosed(client.resume());
  await closed;
});

test('a connection that is open when the port closes may still send a request, also to a busy host', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { port, close, send } = await startTestHost({ env: longDrainDelay });
  const client = await openSocket(port);
  // The host accepts connections in their order.
  await send(get('/health/live'));
  const closed = close();
  vi.advanceTimersByTime(600_000);
  await expect(openSocket(port)).rejects.toThrow('ECONNREFUSED');
  const response = readResponse(client);
  // As a timer of the host does, the time of the connection ends before anything is read in this turn of the event loop.
  await wait(1);
  client.write(get('/health/live'));
  vi.advanceTimersByTime(1_000);
  expect(await response).toMatchObject({ status: 200 });
  await closed;
});

test('a request that exceeds the drain timeout is aborted and logged', async () => {
  const { lines, close, send } = await startTestHost({
    env: { DRAIN_TIMEOUT_MS: '100' },
    handler: () => void close(),
  });
  expect(await send(get('/rest/a'))).toMatchObject({ status: 0 });
  const warning = { level: 'warn', msg: 'drain timeout exceeded', inFlight: 2 };
  expect(lines()).toContainEqual(expect.objectContaining(warning));
});

test('an event stream ends at shutdown', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
  const { port, backend, close } = await startTestHost({
    env: longDrain,
    handler: (socket) => socket.write(`${head}data: 1\n\n`),
  });
  const client = await openSocket(port);
  client.write(get('/rest/events'));
  await once(client, 'data');
  await close();
  await backend.whenAllClosed();
});

const limits = { headersTimeoutMs: 500, requestTimeoutMs: 500 };

test.each([
  { what: 'sends only line breaks', bytes: '', slowBytes: '\r\n' },
  { what: 'keeps a connection idle', bytes: get('/'), slowBytes: '' },
])('a client that $what is disconnected', async ({ bytes, slowBytes }) => {
  const { port } = await startTestHost({ limits, env: { KEEP_ALIVE_TIMEOUT_MS: '100' } });
  const client = await openSocket(port);
  const closed = whenClosed(client.resume());
  client.write(bytes);
  const interval = setInterval(() => client.write(slowBytes), 20);
  onTestFinished(() => clearInterval(interval));
  await closed;
});

test('with KEEP_ALIVE_TIMEOUT_MS, an idle connection is kept longer than a request may take', async () => {
  const { port } = await startTestHost({ env: { KEEP_ALIVE_TIMEOUT_MS: '620000' }, limits });
  const idle = await openSocket(port);
  await sendOn(idle, get('/'));
  // This connection is closed after the time that a request has.
  await whenClosed((await openSocket(port)).resume());
  const headers = { 'keep-alive': 'timeout=620' };
  expect(await sendOn(idle, get('/'))).toMatchObject({ status: 302, headers });
});

const largePath = '/app/subscriber-feedback/assets/large.js';
const large = Buffer.alloc(32 * 2 ** 20);

/** Starts a host with a file larger than the socket buffers, and a client that requests it and does not read. */
async function startLargeDownload(options: Parameters<typeof startTestHost>[0]) {
  const variant = { encoding: 'identity', body: large, etag: '"x"' } as const;
  const files = { ...clientFiles, assets: new Map([[largePath, [variant]]]) };
  const host = await startTestHost({ ...options, files });
  const client = await openSocket(host.port);
  client.write(get(largePath));
  await once(client, 'readable');
  return { ...host, client };
}

test('a client that stops reading is disconnected', async () => {
  const { requests } = await startLargeDownload({
    limits: { stallTimeoutMs: 50 },
    env: { PROXY_TIMEOUT_MS: '50' },
  });
  await waitFor(() => expect(requests()).toMatchObject([{ outcome: 'aborted' }]));
});

test('CONNECT during a response that is not read does not delay a shutdown', async () => {
  const { requests, client, close } = await startLargeDownload({ env: longDrain });
  client.write('CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n');
  await waitFor(() => expect(requests()).toMatchObject([{ outcome: 'aborted' }]));
  await close();
});

test('a slow client gets its complete response during shutdown', async () => {
  const { client, close } = await startLargeDownload({ env: longDrain });
  const closed = close();
  await whenClosed(client.resume());
  expect(client.bytesRead).toBeGreaterThan(large.length);
  await closed;
});
