import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits, type Limits } from '../../server/config/defaultLimits.ts';
import { get, openSocket, post, sendOn } from '../rawClient.ts';
import { brief, type SocketHandler, sendBrief, startRawBackend } from '../startRawBackend.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

/** Sends GETs until `count` are sent, as many at a time as there are clients. */
async function sendGets(port: number, count: number, clientCount: number): Promise<void> {
  let left = count;
  const sendAll = async () => {
    const client = await openSocket(port);
    while (left-- > 0) {
      expect(await sendOn(client, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
    }
  };
  await Promise.all(Array.from({ length: clientCount }, sendAll));
}

test(
  '300 GETs at a time open 300 connections to the backend once, of which GETs in sequence use one',
  async () => {
    const served: Socket[] = [];
    let pending: Socket[] = [];
    let atOnce = 300;
    const { port } = await startTestHost({
      handler: (socket) => {
        served.push(socket);
        pending.push(socket);
        if (pending.length < atOnce) return;

        for (const each of pending) sendBrief(each, 1);
        pending = [];
      },
      // Nothing but the pool decides how many connections a slow machine opens.
      env: { PROXY_TIMEOUT_MS: '600000' },
      limits: { backendIdleTimeoutMs: 600_000, backendConnectionMaxAgeMs: 600_000 },
    });
    for (let round = 0; round < 2; round++) await sendGets(port, 300, 300);
    expect(new Set(served).size).toBe(300);
    // The others become idle, so that they are closed.
    atOnce = 1;
    await sendGets(port, 10, 1);
    expect(new Set(served.slice(-10)).size).toBe(1);
  },
  longTestTimeoutMs,
);

test('another address of a busy backend takes effect, with the default limits within 10 s', async () => {
  const { backendAddressTtlMs, backendConnectionMaxAgeMs, backendIdleTimeoutMs } = defaultLimits;
  expect(
    backendAddressTtlMs + backendConnectionMaxAgeMs + backendIdleTimeoutMs,
  ).toBeLessThanOrEqual(10_000);
  let address = '127.0.0.1';
  const backend = await startRawBackend();
  const other = createServer((_req, res) => void res.end(brief)).listen(backend.port, '127.0.0.2');
  onTestFinished(() => void other.close());
  const { port } = await startTestHost({
    backendUrl: `http://backend.test:${backend.port}`,
    lookupAddresses: async () => [{ address, family: 4 }],
    limits: {
      backendAddressTtlMs: 100,
      backendConnectionMaxAgeMs: 200,
      backendIdleTimeoutMs: 600_000,
    },
  });
  await sendGets(port, 1, 1);
  expect(backend.sockets.size).toBe(1);
  address = '127.0.0.2';
  while (backend.sockets.size > 0) await sendGets(port, 1, 1);
});

/** A request after whose response the host closes the connection, because its length may be that of no body. */
const closing = (method: string, target: string) =>
  `${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

const wrong = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong';

const response = (head: string) => `HTTP/1.1 ${head}\r\n\r\n`;

/** Responses without or with a body. Behind the first ones, bytes may also arrive later. */
const complete = {
  'a HEAD': response(`200 OK\r\nContent-Length: ${wrong.length}`),
  'a 204': response('204 No Content'),
  'a 304': response('304 Not Modified'),
  'a 304 with a length': response('304 Not Modified\r\nContent-Length: 43'),
  'a 200 with a length of 0': response('200 OK\r\nContent-Length: 0'),
  'a 200 with a length': `${response('200 OK\r\nContent-Length: 2')}{}`,
  'the last chunk of a 200': `${response('200 OK\r\nTransfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
};

test.each(Object.entries(complete))(
  'bytes after %s are the response to no other request',
  async (name, bytes) => {
    /** Milliseconds; undefined if they arrive with the response. */
    const delays = name.includes('200') ? [undefined] : [undefined, 0, 3, 10];
    let oddCount = 0;
    const { backend, port, send } = await startTestHost({
      handler: (socket, count) => {
        if (!backend.requests.at(-1)?.includes('/rest/odd')) return sendBrief(socket, count);

        const delay = delays[oddCount++ % delays.length];
        if (delay === undefined) return socket.write(bytes + wrong);

        socket.write(bytes);
        setTimeout(() => socket.write(wrong), delay);
      },
    });
    const odd = closing(name === 'a HEAD' ? 'HEAD' : 'GET', '/rest/odd');
    const client = await openSocket(port);
    for (let i = 0; i < 12; i++) {
      await send(odd);
      expect(await sendOn(client, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
    }
    expect(oddCount).toBe(12);
  },
);

const ownConnection = {
  'a POST': post,
  'a HEAD': closing('HEAD', '/rest/a'),
  'a GET with Authorization': get('/rest/a', 'Authorization: NTLM x'),
};

test.each(Object.entries(ownConnection))(
  '%s gets its own connection to the backend',
  async (_name, request) => {
    const { backend, send } = await startTestHost();
    await send(request);
    expect(backend.requests[0]).toMatch(/\r\nconnection: close\r\n/i);
  },
);

test.each([
  ['408 Request Timeout', 504],
  ['421 Misdirected Request', 502],
])(
  'a %s of the backend, after which browsers repeat a POST, becomes a %i that may have arrived',
  async (statusLine, expected) => {
    const { backend, send } = await startTestHost({
      handler: (socket) => socket.write(`HTTP/1.1 ${statusLine}\r\nContent-Length: 0\r\n\r\n`),
    });
    for (const request of [get('/rest/a'), post]) {
      const { status, body } = await send(request);
      expect({ status, ...JSON.parse(body) }).toMatchObject({
        status: expected,
        mayHaveArrived: true,
      });
    }
    expect(backend.requests).toHaveLength(2);
  },
);

test('a connection that the backend would close after a second is used again', async () => {
  expect(defaultLimits.backendIdleTimeoutMs).toBeLessThan(1_000);
  let servedCount = 0;
  const { send } = await startTestHost({
    handler: (socket, count) => {
      servedCount = Math.max(servedCount, count);
      socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n');
    },
  });
  for (let i = 0; i < 20; i++) await send(get('/rest/a'));
  expect(servedCount).toBeGreaterThan(1);
});

test('an idle connection to the backend is closed', async () => {
  const { backend, send } = await startTestHost();
  await send(get('/rest/a'));
  expect(backend.sockets.size).toBe(1);
  await backend.whenAllClosed();
});

const slow: SocketHandler = (socket, count) => setTimeout(() => sendBrief(socket, count), 300);

interface Reused {
  expected: number;
  /** Handles a request on a connection that is used again. */
  handler: SocketHandler;
  onNewConnection?: SocketHandler;
  timeoutMs?: number;
  limits?: Partial<Limits>;
}

const reused: Record<string, Reused> = {
  'that has been closed is sent again, on a new one': {
    expected: 200,
    handler: (socket) => socket.destroy(),
  },
  'that gets a 408, as of a backend that closes it, is sent again': {
    expected: 200,
    handler: (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'),
  },
  'that fails after the headers is not sent again, and becomes a 502': {
    expected: 502,
    handler: (socket) => socket.end('HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n'),
  },
  'that is closed late is sent again, with the rest of PROXY_TIMEOUT_MS, and becomes a 504': {
    expected: 504,
    timeoutMs: 1_000,
    handler: (socket) => setTimeout(() => socket.destroy(), 850),
    onNewConnection: slow,
  },
  'may get a slow response, as on a new one': {
    expected: 200,
    handler: slow,
    onNewConnection: slow,
    limits: { connectTimeoutMs: 200, stallTimeoutMs: 200 },
  },
};

test.each(Object.entries(reused))(
  'a GET on a reused connection %s',
  async (_name, {
    expected,
    handler,
    onNewConnection = sendBrief,
    timeoutMs = 20_000,
    limits = {},
  }) => {
    let isReused = false;
    const { send } = await startTestHost({
      env: { PROXY_TIMEOUT_MS: String(timeoutMs) },
      limits,
      handler: (socket, count) => {
        isReused ||= count > 1;
        (count > 1 ? handler : onNewConnection)(socket, count);
      },
    });
    const status = await waitFor(async () => {
      const response = await send(get('/rest/a'));
      expect(isReused, 'a connection was reused').toBe(true);
      return response.status;
    });
    expect(status).toBe(expected);
  },
);
