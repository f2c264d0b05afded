import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { get, openSocket, post, postHead, whenClosed } from '../rawClient.ts';
import { sendBrief } from '../startRawBackend.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

afterEach(() => void vi.useRealTimers());

const fakeTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

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
  /** The part of the response that the backend has sent. */
  sent?: string;
  statusCode?: number;
  backendError?: string;
}

const sent = 'HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\nbegin';

const leaving: Record<string, Leaving> = {
  'a GET before the response': { request: get('/rest/a') },
  'a GET mid-body': { request: get('/rest/a'), sent, statusCode: 201 },
  'a POST mid-body': { request: post, sent, statusCode: 201 },
  'a POST that times out': { request: post, backendError: 'ETIMEDOUT' },
};

test.each(Object.entries(leaving))(
  'a client that leaves %s is logged as aborted, with the status it got and an error of the backend',
  async (_name, { request, sent = '', statusCode, backendError }) => {
    fakeTimers();
    const host = await startPendingCall(request, noTimeout);
    if (sent !== '') {
      host.backendSocket.write(sent);
      await once(host.client, 'data');
    }
    host.client.destroy();
    await waitFor(() => expect(host.requests()).toHaveLength(1));
    vi.advanceTimersByTime(600_000);
    await host.backend.whenAllClosed();
    const [line = {}] = host.requests();
    expect(line).toMatchObject({ level: 'info', outcome: 'aborted' });
    expect(line.statusCode).toBe(statusCode);
    const findErrors = () =>
      host.lines().flatMap(({ level, backendError }) => (level === 'warn' ? [backendError] : []));
    await waitFor(() => expect(findErrors()).toEqual([backendError ?? []].flat()));
  },
);

test('a call that times out because its client does not read is the abort of the client', async () => {
  fakeTimers();
  const responses: ServerResponse[] = [];
  const collect = (message: unknown) => {
    const { response, socket } = message as { response: ServerResponse; socket: Socket };
    responses.push(response);
    // Nothing leaves the host, as when the buffers of the system are full.
    socket.cork();
  };
  subscribe('http.server.request.start', collect);
  onTestFinished(() => void unsubscribe('http.server.request.start', collect));
  const { port, requests } = await startTestHost({
    env: noTimeout,
    handler: (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n${'x'.repeat(100_000)}`);
    },
  });
  (await openSocket(port)).write(get('/rest/a'));
  await waitFor(() => expect(responses).toMatchObject([{ writableNeedDrain: true }]));
  vi.advanceTimersByTime(600_000);
  await waitFor(() => expect(requests()).toMatchObject([{ level: 'info', outcome: 'aborted' }]));
});

test('a client that disconnects releases the memory of its body', async () => {
  const { port, send } = await startTestHost({ limits: { maxBufferedBytes: 70_000 } });
  const post = `${postHead}Content-Length: 65536\r\n\r\n${'x'.repeat(65_536)}`;
  const incomplete = await openSocket(port);
  incomplete.write(post.slice(0, -1));
  incomplete.destroy();
  await waitFor(async () => expect(await send(post)).toMatchObject({ status: 200 }));
});

test('a POST counts as in flight after its client has disconnected', async () => {
  const { backend, client, send } = await startPendingCall(post, { MAX_IN_FLIGHT: '1' });
  client.destroy();
  for (let i = 0; i < 3; i++) expect(await send(post)).toMatchObject({ status: 503 });
  backend.recover();
  await waitFor(async () => expect(await send(post)).toMatchObject({ status: 200 }));
});
