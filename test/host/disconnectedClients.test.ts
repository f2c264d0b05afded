import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { get, openSocket, post, whenClosed } from '../rawClient.ts';
import { sendBrief } from '../startRawBackend.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

afterEach(() => void vi.useRealTimers());

/** Longer than the test's own limit, so that only a disconnect can end a call. */
const noTimeout = { PROXY_TIMEOUT_MS: '600000' };

/** Sends a request through the host to a backend that does not respond. */
async function startPendingCall(request: string, env = {}) {
  const host = await startTestHost({ handler: () => {}, env });
  const client = await openSocket(host.port);
  client.write(request);
  await host.backend.whenRequested();
  const [backendSocket = expect.unreachable()] = host.backend.sockets;
  return { ...host, client, backendSocket };
}

test('a POST is delivered after its client has disconnected', async () => {
  const { backend, send, client, backendSocket } = await startPendingCall(post);
  client.resetAndDestroy();
  await whenClosed(client);
  // The host handles the disconnect before these requests.
  for (let i = 0; i < 3; i++) await send(get('/'));
  const body = ' '.repeat(1_000_000);
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
  // The write fails when the host has closed the connection.
  const error = await new Promise((resolve) => backendSocket.write(head, resolve));
  expect(error ?? null).toBeNull();
  backendSocket.write(body);
  await backend.whenAllClosed();
  expect(backend.requests).toHaveLength(1);
});

test('shutdown waits for a POST whose client has disconnected', async () => {
  const env = { ...noTimeout, DRAIN_TIMEOUT_MS: '600000' };
  const { backend, client, backendSocket, close } = await startPendingCall(post, env);
  client.destroy();
  await whenClosed(client);
  const idleHost = await startTestHost();
  let stopped = false;
  const closed = close().then(() => {
    stopped = true;
  });
  // A host with nothing in flight is closed by the same steps, later.
  await idleHost.close();
  expect(stopped, 'the host has stopped').toBe(false);
  sendBrief(backendSocket, 1);
  await closed;
  await backend.whenAllClosed();
});

interface Leaving {
  request: string;
  timeoutMs?: number;
  part?: string;
  backendError?: string;
}

const leaving: Record<string, Leaving> = {
  'a GET before the response': { request: get('/rest/a') },
  'a GET mid-body': { request: get('/rest/a'), part: 'begin' },
  'a POST mid-body': { request: post, part: 'begin' },
  'a POST that times out': { request: post, timeoutMs: 400, backendError: 'ETIMEDOUT' },
};

test.each(Object.entries(leaving))(
  'a client that leaves %s is logged as aborted, and then only an error of the backend',
  async (_name, { request, timeoutMs = 600_000, part = '', backendError }) => {
    const env = { PROXY_TIMEOUT_MS: String(timeoutMs) };
    const { backend, client, backendSocket, lines, requests } = await startPendingCall(
      request,
      env,
    );
    if (part) {
      backendSocket.write(`HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n${part}`);
      await once(client, 'data');
    }
    client.destroy();
    await backend.whenAllClosed();
    await waitFor(() => expect(requests()).toMatchObject([{ level: 'info', outcome: 'aborted' }]));
    const warnings = lines().filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject(backendError ? [{ backendError }] : []);
  },
);

test('a call that times out because its client does not read is the abort of the client', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const responses: ServerResponse[] = [];
  const collect = (message: unknown) =>
    responses.push((message as { response: ServerResponse }).response);
  subscribe('http.server.request.start', collect);
  onTestFinished(() => void unsubscribe('http.server.request.start', collect));
  const { port, requests } = await startTestHost({
    env: { PROXY_TIMEOUT_MS: '600000' },
    handler: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${2 ** 25}\r\n\r\n`);
      socket.write(Buffer.alloc(2 ** 25));
    },
  });
  const client = await openSocket(port);
  client.pause().write(get('/rest/a'));
  await waitFor(() => {
    expect(responses).toMatchObject([{ writableNeedDrain: true }]);
    vi.advanceTimersByTime(600_000);
  });
  await waitFor(() => expect(requests()).toMatchObject([{ level: 'info', outcome: 'aborted' }]));
});

test('a client that disconnects releases the memory of its body', async () => {
  const { port, send } = await startTestHost({ limits: { maxBufferedBytes: 70_000 } });
  const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n';
  const body = 'x'.repeat(65_536);
  const incomplete = await openSocket(port);
  incomplete.write(head + body.slice(1));
  incomplete.destroy();
  await waitFor(async () => expect(await send(head + body)).toMatchObject({ status: 200 }));
});

test('a POST counts as in flight after its client has disconnected', async () => {
  const { backend, client, send } = await startPendingCall(post, { MAX_IN_FLIGHT: '1' });
  client.destroy();
  for (let i = 0; i < 3; i++) expect(await send(post)).toMatchObject({ status: 503 });
  backend.recover();
  await waitFor(async () => expect(await send(post)).toMatchObject({ status: 200 }));
});
