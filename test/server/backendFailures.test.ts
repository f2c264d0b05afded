import { expect, test } from 'vitest';
import type { Limits } from '../../server/config/limits.ts';
import { captureLog } from '../support/host/captureLog.ts';
import { get, openSocket, sendOn, sendRaw } from '../support/host/rawClient.ts';
import {
  brief,
  type SocketHandler,
  sendBrief,
  startRawBackend,
} from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { waitFor } from '../support/waitFor.ts';

const timeoutMs = 300;

const requests = {
  'a GET': get('/rest/a'),
  'a POST': 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}',
};

const sendBytes =
  (bytes: string): SocketHandler =>
  (socket) =>
    socket.end(bytes, 'latin1');

/** Sends bytes, then resets the connection once the host has read them. */
const sendThenReset =
  (bytes: string): SocketHandler =>
  (socket) =>
    socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20));

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n';

/** The headers of a response whose body is incomplete. */
const incompleteHead = [
  'HTTP/1.1 201 Created by a backend',
  'Content-Type: json',
  'Content-Encoding: gzip',
  'Cache-Control: max-age=60',
  'Content-Security-Policy: default-src *',
  'Set-Cookie: a=b',
  'Location: /a',
  'Content-Length: 100\r\n\r\n',
].join('\r\n');

const failures: Record<string, SocketHandler> = {
  'closes the connection before the response': (socket) => socket.end(),
  'resets the connection before the response': (socket) => socket.resetAndDestroy(),
  'closes the connection after the headers': sendBytes(incompleteHead),
  'resets the connection after the headers': sendThenReset(incompleteHead),
  'sends invalid HTTP': sendBytes('\x00\x01\x02 not HTTP at all\r\n\r\n'),
  'sends the length -1': sendBytes('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}'),
  'sends the length 1e3': sendBytes('HTTP/1.1 200 OK\r\nContent-Length: 1e3\r\n\r\n{}'),
  'sends a length beyond 64 bits': sendBytes(
    `HTTP/1.1 200 OK\r\nContent-Length: ${'9'.repeat(20)}\r\n\r\n{}`,
  ),
  'sends an invalid chunk size': sendBytes(`${chunked}\r\n0x2\r\n{}\r\n0\r\n\r\n`),
  'sends a chunk size beyond 64 bits': sendBytes(`${chunked}\r\n${'f'.repeat(17)}\r\n{}`),
  'sends Content-Length and Transfer-Encoding': sendBytes(
    `${chunked}Content-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  'sends two lengths': sendBytes(
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  ),
  'sends two Transfer-Encoding headers': sendBytes(
    `${chunked}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  'sends the transfer coding gzip': sendBytes(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  ),
  'sends a control character in the reason phrase': sendBytes(
    'HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\n{}',
  ),
  'sends a control character in a header': sendBytes(
    'HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 2\r\n\r\n{}',
  ),
  'sends the status 099': sendBytes('HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n{}'),
  'sends the status 600 and a malformed chunk': sendBytes(
    `${chunked.replace('200', '600')}\r\nz\r\n`,
  ),
  'sends 101 without an upgrade': sendBytes('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  'switches protocols': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  'sends more than 16 KiB of headers': sendBytes(
    `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n{}`,
  ),
};

const timeouts: Record<string, SocketHandler> = {
  'never responds': () => {},
  'sends only headers': (socket) => socket.write(incompleteHead),
};

/** Sends a GET and a POST to a backend that fails, and again when it works, on one connection of a client. */
async function expectGatewayError(handler: SocketHandler, status: string, env = {}) {
  const backend = await startRawBackend(handler);
  const { log, requests: logged } = captureLog('info');
  const { port } = await startTestHost(backend.url, env, { log });
  const client = await openSocket(port);
  for (const request of Object.values(requests)) {
    const { head, body, truncated } = await sendOn(client, request);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(JSON.parse(body)).toMatchObject({ mayHaveArrived: true });
    expect(truncated).toBe(false);
    expect(head).not.toMatch(/^(?:content-encoding|set-cookie|location):/im);
    expect(head).toMatch(/^content-type: application\/problem\+json$/im);
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(head).toMatch(/^x-frame-options: DENY$/im);
    expect(head).toMatch(/^x-request-id: [\w-]{36}$/im);
  }
  await backend.whenAllClosed();
  expect(backend.requests, 'requests that were not sent twice').toHaveLength(2);
  const line = { level: 'warn', backendError: expect.stringMatching(/^[A-Z_]+$/) };
  await waitFor(() => expect(logged()).toMatchObject([line, line]));
  backend.use(sendBrief);
  for (const request of Object.values(requests)) {
    expect(await sendOn(client, request)).toMatchObject({ status: 200, body: brief });
  }
}

test.each(Object.entries(failures))(
  'a backend that %s results in 502, is not called twice and can recover',
  async (_name, handler) => expectGatewayError(handler, '502 Bad Gateway'),
);

test.each(Object.entries(timeouts))(
  'a backend that %s results in 504, is not called twice and can recover',
  async (_name, handler) =>
    expectGatewayError(handler, '504 Gateway Timeout', { PROXY_TIMEOUT_MS: String(timeoutMs) }),
);

test.each<[string, SocketHandler]>([
  [
    'resets the connection mid-body',
    sendThenReset('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"name":'),
  ],
  ['closes the connection mid-chunk', sendBytes(`${chunked}\r\n40\r\n{"name":`)],
  [
    'sends the body a byte at a time',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      const interval = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(interval));
    },
  ],
])('a backend that %s results in a truncated 200', async (_name, handler) => {
  const backend = await startRawBackend(handler);
  const { log, requests: logged } = captureLog('info');
  const env = { PROXY_TIMEOUT_MS: String(timeoutMs) };
  const { port } = await startTestHost(backend.url, env, { log });
  for (const request of Object.values(requests)) {
    expect(await sendRaw(port, request)).toMatchObject({ status: 200, truncated: true });
  }
  await backend.whenAllClosed();
  const line = { status: 'broken', backendError: expect.any(String) };
  await waitFor(() => expect(logged()).toMatchObject([line, line]));
});

test.each(Object.entries(requests))(
  '%s to a backend that refuses connections results in 502 until the backend is up',
  async (_name, request) => {
    const stopped = await startRawBackend();
    stopped.stop();
    const { port } = await startTestHost(stopped.url);
    const { status, body } = await sendRaw(port, request);
    expect(status).toBe(502);
    expect(JSON.parse(body)).toMatchObject({ mayHaveArrived: false });
    await startRawBackend(sendBrief, stopped.port);
    expect(await sendRaw(port, request)).toMatchObject({ status: 200, body: brief });
  },
);

test('a backend that never completes the TLS handshake results in 504 with mayHaveArrived false', async () => {
  const backend = await startRawBackend();
  const limits = { connectTimeoutMs: 50 };
  const host = await startTestHost(backend.url.replace('http:', 'https:'), {}, { limits });
  const { status, body } = await sendRaw(host.port, requests['a POST']);
  expect(status).toBe(504);
  expect(JSON.parse(body)).toMatchObject({ mayHaveArrived: false });
  await backend.whenAllClosed();
});

/** Returns the status of the first GET that is sent on a connection which has served another, and gets to `handler`. */
async function getOnReused(handler: SocketHandler, limits: Partial<Limits> = {}) {
  let isReused = false;
  const backend = await startRawBackend((socket, count) => {
    if (count === 1) return sendBrief(socket, count);
    isReused = true;
    handler(socket, count);
  });
  const { port } = await startTestHost(
    backend.url,
    {},
    { limits: { backendRestMs: 0, ...limits } },
  );
  return waitFor(async () => {
    const { status } = await sendRaw(port, requests['a GET']);
    expect(isReused).toBe(true);
    return status;
  });
}

test('a slow response on a reused connection is not one that could not be connected', async () => {
  const connectTimeoutMs = 50;
  const slow: SocketHandler = (socket, count) =>
    setTimeout(() => sendBrief(socket, count), 3 * connectTimeoutMs);
  expect(await getOnReused(slow, { connectTimeoutMs })).toBe(200);
});

test('a GET whose kept-alive connection the backend has closed is sent again, on a new one', async () => {
  expect(await getOnReused((socket) => socket.destroy())).toBe(200);
});

test('a response that fails after its headers on a reused connection results in 502 without a retry', async () => {
  expect(await getOnReused(sendThenReset(incompleteHead))).toBe(502);
});
