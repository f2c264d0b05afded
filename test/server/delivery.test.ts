import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { get, openSocket, sendRaw, whenClosed } from '../support/host/rawClient.ts';
import { sendBrief, startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

const post =
  'POST /rest/subscriber-feedback/form-submit HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';

/** Longer than the test's own limit, so that only a disconnect can end a call. */
const noTimeout = { PROXY_TIMEOUT_MS: '600000' };

/** Sends a request through the host to a backend that does not respond. */
async function startPendingCall(request: string, env = {}) {
  let onRequest = (_socket: Socket) => {};
  const arrived = new Promise<Socket>((resolve) => {
    onRequest = resolve;
  });
  const backend = await startRawBackend((socket) => onRequest(socket));
  const host = await startTestHost(backend.url, env);
  const client = await openSocket(host.port);
  client.write(request);
  return { backend, host, client, backendSocket: await arrived };
}

test('a POST is delivered after its client has disconnected', async () => {
  const { backend, host, client, backendSocket } = await startPendingCall(post);
  client.resetAndDestroy();
  await whenClosed(client);
  // The host handles the disconnect before these requests.
  for (let i = 0; i < 3; i++) await sendRaw(host.port, get('/'));
  const body = ' '.repeat(1_000_000);
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;
  // The write fails when the host has closed the connection.
  const error = await new Promise((resolve) => backendSocket.write(head, resolve));
  expect(error).toBeFalsy();
  backendSocket.write(body);
  await backend.whenAllClosed();
  expect(backend.requests).toHaveLength(1);
});

test('a POST whose client has disconnected still times out', async () => {
  const { backend, client } = await startPendingCall(post, { PROXY_TIMEOUT_MS: '1000' });
  client.destroy();
  await backend.whenAllClosed();
});

test('shutdown waits for a POST whose client has disconnected', async () => {
  const env = { ...noTimeout, DRAIN_TIMEOUT_MS: '600000' };
  const { backend, host, client, backendSocket } = await startPendingCall(post, env);
  client.destroy();
  await whenClosed(client);
  const idleHost = await startTestHost(unreachableUrl);
  let stopped = false;
  const closed = host.close().then(() => {
    stopped = true;
  });
  // A host with nothing in flight is closed by the same steps, later.
  await idleHost.close();
  expect(stopped).toBe(false);
  sendBrief(backendSocket, 1);
  await closed;
  await backend.whenAllClosed();
});

test('a GET is aborted when its client disconnects before the response', async () => {
  const { backend, client } = await startPendingCall(get('/rest/a'), noTimeout);
  client.destroy();
  await backend.whenAllClosed();
});

test.each([
  ['GET', get('/rest/a')],
  ['POST', post],
])(
  'the response to a %s is aborted when its client disconnects mid-body',
  async (_name, request) => {
    const { backend, client, backendSocket } = await startPendingCall(request, noTimeout);
    backendSocket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin');
    await once(client, 'data');
    client.destroy();
    await backend.whenAllClosed();
  },
);

test('a POST gets its own connection to the backend', async () => {
  const backend = await startRawBackend(sendBrief);
  const host = await startTestHost(backend.url);
  await sendRaw(host.port, get('/rest/a'));
  const kept = [...backend.sockets];
  await sendRaw(host.port, post);
  expect(backend.requests[1]).toMatch(/\r\nconnection: close\r\n/i);
  expect([...backend.sockets].filter((socket) => kept.includes(socket))).toEqual(kept);
});
