import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { defaultLimits } from '../../server/config/limits.ts';
import { BackendAddresses } from '../../server/proxy/BackendAddresses.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { waitFor } from '../waitFor.ts';
import { get, openSocket, sendOn, sendRaw, whenClosed } from './fixtures/rawClient.ts';
import { brief, sendBrief, startRawBackend } from './fixtures/startRawBackend.ts';
import { startTestHost } from './fixtures/startTestHost.ts';
import { startUnresponsiveServer } from './fixtures/startUnresponsiveServer.ts';

afterEach(() => void vi.useRealTimers());

const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
/** A GET after whose response the host closes the connection, because its length may be that of no body. */
const closing = (target: string) => get(target).replace('Host', 'Connection: close\r\nHost');

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

/** Nothing but the pool decides how many connections a slow machine opens. */
const unlimited = {
  env: { PROXY_TIMEOUT_MS: '600000' },
  limits: { backendIdleTimeoutMs: 600_000, backendConnectionMaxAgeMs: 600_000 },
};

test(
  '3,000 GETs, 8 at a time, open at most 8 connections to the backend',
  async () => {
    let opened = 0;
    const { port } = await startTestHost({
      ...unlimited,
      handler: (socket, count) => {
        if (count === 1) opened++;
        sendBrief(socket, count);
      },
    });
    await sendGets(port, 3_000, 8);
    expect(opened).toBeLessThanOrEqual(8);
  },
  longTestTimeoutMs,
);

test(
  '300 GETs at a time, three times, open 300 connections to the backend',
  async () => {
    let opened = 0;
    let pending: Socket[] = [];
    const { port } = await startTestHost({
      handler: (socket, count) => {
        if (count === 1) opened++;
        pending.push(socket);
        if (pending.length < 300) return;

        for (const each of pending) sendBrief(each, 1);
        pending = [];
      },
      ...unlimited,
    });
    for (let round = 0; round < 3; round++) await sendGets(port, 300, 300);
    expect(opened).toBe(300);
  },
  longTestTimeoutMs,
);

test('a connection that the backend would close after a second is used again', async () => {
  expect(defaultLimits.backendIdleTimeoutMs).toBeLessThan(1_000);
  let servedCount = 0;
  const { port } = await startTestHost({
    handler: (socket, count) => {
      servedCount = Math.max(servedCount, count);
      socket.write('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n');
    },
  });
  for (let i = 0; i < 20; i++) await sendRaw(port, get('/rest/a'));
  expect(servedCount).toBeGreaterThan(1);
});

const workerCount = 16;

/** Starts a backend in which each worker serves one connection until it closes, as soon as all have been busy at once. */
async function startWorkers() {
  const served = new Set<Socket>();
  const waiting = new Set<Socket>();
  let isStarted = false;
  const serveNext = () => {
    for (const socket of waiting) {
      if (served.size === workerCount) return;

      waiting.delete(socket);
      served.add(socket);
      if (isStarted) sendBrief(socket, 1);
    }
  };
  return startRawBackend((socket, count) => {
    if (count > 1) return sendBrief(socket, count);

    waiting.add(socket);
    socket.once('close', () => {
      waiting.delete(socket);
      served.delete(socket);
      serveNext();
    });
    serveNext();
    if (isStarted || served.size < workerCount) return;

    isStarted = true;
    for (const each of served) sendBrief(each, 1);
  });
}

test('workers that a burst of one host has occupied serve another one, while the first still sends', async () => {
  const backend = await startWorkers();
  const limits = { ...unlimited.limits, backendIdleTimeoutMs: 200 };
  const options = { ...unlimited, limits, backendUrl: backend.url };
  const [first, other] = [await startTestHost(options), await startTestHost(options)];
  await sendGets(first.port, workerCount, workerCount);
  let isServed = false;
  const served = sendGets(other.port, workerCount - 1, workerCount - 1).finally(() => {
    isServed = true;
  });
  while (!isServed) await sendGets(first.port, 10, 1);
  await served;
});

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
    limits: { backendAddressTtlMs: 100, backendConnectionMaxAgeMs: 200 },
  });
  await sendGets(port, 100, 8);
  const connections = [...backend.sockets];
  expect(connections).not.toEqual([]);
  address = '127.0.0.2';
  await waitFor(async () => {
    await sendGets(port, 100, 8);
    expect(backend.sockets.size).toBe(0);
  });
});

const wrong = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong';
const withResponse = ['with it'] as const;
const withResponseOrLater = ['with it', 0, 3, 10] as const;

/** Responses to which no further byte belongs, and when it arrives: with the response, or milliseconds later. */
// biome-ignore format: rows of short values
const complete = [
  { what: 'a HEAD', method: 'HEAD', response: `200 OK\r\nContent-Length: ${wrong.length}\r\n\r\n`, times: withResponseOrLater },
  { what: 'a 204', method: 'GET', response: '204 No Content\r\n\r\n', times: withResponseOrLater },
  { what: 'a 304', method: 'GET', response: '304 Not Modified\r\n\r\n', times: withResponseOrLater },
  { what: 'a 304 with a length', method: 'GET', response: '304 OK\r\nContent-Length: 43\r\n\r\n', times: withResponseOrLater },
  { what: 'a 200 with a length of 0', method: 'GET', response: '200 OK\r\nContent-Length: 0\r\n\r\n', times: withResponse },
  { what: 'a 200 with a length', method: 'GET', response: '200 OK\r\nContent-Length: 2\r\n\r\n{}', times: withResponse },
  { what: 'the last chunk of a 200', method: 'GET', response: '200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n', times: withResponse },
];

test.each(complete)(
  'bytes after $what are the response to none of 100 other requests',
  async ({ method, response, times }) => {
    let oddCount = 0;
    const { backend, port } = await startTestHost({
      handler: (socket, count) => {
        if (!backend.requests.at(-1)?.includes('/rest/odd')) return sendBrief(socket, count);

        const time = times[oddCount++ % times.length];
        if (typeof time === 'string') return socket.write(`HTTP/1.1 ${response}${wrong}`);

        socket.write(`HTTP/1.1 ${response}`);
        setTimeout(() => socket.write(wrong), time);
      },
    });
    const odd = closing('/rest/odd').replace('GET', method);
    const client = await openSocket(port);
    for (let i = 0; i < 100; i++) {
      await sendRaw(port, odd);
      expect(await sendOn(client, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
    }
    expect(oddCount).toBe(100);
  },
  longTestTimeoutMs,
);

test.each([
  ['a POST', post],
  ['a HEAD', closing('/rest/a').replace('GET', 'HEAD')],
  ['a GET with Authorization', get('/rest/a').replace('Host', 'Authorization: NTLM x\r\nHost')],
])('%s gets its own connection to the backend', async (_name, request) => {
  const { backend, port } = await startTestHost();
  await sendRaw(port, request);
  expect(backend.requests[0]).toMatch(/\r\nconnection: close\r\n/i);
});

test.each([
  ['408 Request Timeout', 504],
  ['421 Misdirected Request', 502],
])(
  'a %s of the backend, after which browsers repeat a POST, becomes a %i that may have arrived',
  async (statusLine, expected) => {
    const { backend, port } = await startTestHost({
      handler: (socket) => socket.write(`HTTP/1.1 ${statusLine}\r\nContent-Length: 0\r\n\r\n`),
    });
    for (const request of [get('/rest/a'), post]) {
      const { status, body } = await sendRaw(port, request);
      expect(status).toBe(expected);
      expect(JSON.parse(body)).toMatchObject({ mayHaveArrived: true });
    }
    expect(backend.requests).toHaveLength(2);
  },
);

test('an idle connection to the backend is closed', async () => {
  const { backend, port } = await startTestHost();
  await sendRaw(port, get('/rest/a'));
  expect(backend.sockets.size).toBe(1);
  await backend.whenAllClosed();
});

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
  const { backend, port, client, backendSocket } = await startPendingCall(post);
  client.resetAndDestroy();
  await whenClosed(client);
  // The host handles the disconnect before these requests.
  for (let i = 0; i < 3; i++) await sendRaw(port, get('/'));
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

// biome-ignore format: rows of short values
test.each([
  { what: 'a GET before the response, which is aborted', request: get('/rest/a'), env: noTimeout, part: '', errors: [] },
  { what: 'a GET mid-body, which is aborted', request: get('/rest/a'), env: noTimeout, part: 'begin', errors: [] },
  { what: 'a POST mid-body, which is aborted', request: post, env: noTimeout, part: 'begin', errors: [] },
  { what: 'a POST that times out', request: post, env: { PROXY_TIMEOUT_MS: '400' }, part: '', errors: ['ETIMEDOUT'] },
])(
  'a client that leaves $what, is logged as aborted, and then an error of the backend',
  async ({ request, env, part, errors }) => {
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
    expect(warnings).toMatchObject(errors.map((backendError) => ({ backendError })));
  },
);

const first: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
const second: LookupAddress[] = [{ address: '127.0.0.2', family: 4 }];
const ttlMs = 5_000;

/** Creates a cached lookup over `lookupAddresses`, as `net.connect()` calls it. */
function createLookup(lookupAddresses: () => Promise<LookupAddress[]>) {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const addresses = new BackendAddresses('backend.test', lookupAddresses, ttlMs);
  return () =>
    new Promise((resolve, reject) =>
      addresses.lookup('backend.test', { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      ),
    );
}

test('addresses are used for their time to live, and a failed first lookup is repeated', async () => {
  const lookupAddresses = vi.fn(async () => first).mockRejectedValueOnce(new Error('ENOTFOUND'));
  const lookup = createLookup(lookupAddresses);
  await expect(lookup()).rejects.toThrow('ENOTFOUND');
  expect(await lookup()).toEqual(first);
  lookupAddresses.mockResolvedValue(second);
  vi.advanceTimersByTime(ttlMs - 1);
  expect(await lookup()).toEqual(first);
  vi.advanceTimersByTime(1);
  expect(await lookup()).toEqual(second);
});

test.each([
  ['fails', () => Promise.reject(new Error('EAI_AGAIN'))],
  ['does not respond', () => new Promise<never>(() => {})],
])('while the name server %s, the last address is used after at most a second', async (_, fail) => {
  const lookupAddresses = vi.fn(async () => first);
  const lookup = createLookup(lookupAddresses);
  await lookup();
  lookupAddresses.mockImplementation(fail);
  vi.advanceTimersByTime(ttlMs);
  const address = lookup();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await address).toEqual(first);
});

const dead = '127.0.0.3';
const addressesOf = (...texts: string[]) =>
  texts.map((address) => ({ address, family: 4 as const }));

test('a connection that takes a second is used, although the other address does not respond', async () => {
  const slow = await startUnresponsiveServer('127.0.0.2');
  await startUnresponsiveServer(dead, slow.port);
  const { port } = await startTestHost({
    backendUrl: `http://backend.test:${slow.port}`,
    lookupAddresses: async () => addressesOf('127.0.0.2', dead),
  });
  const response = sendRaw(port, get('/rest/a'));
  // Longer than Node.js waits by default; the system repeats the packet that opens a connection after a second.
  setTimeout(slow.release, 500);
  expect(await response).toMatchObject({ status: 200, body: expect.stringContaining('released') });
});

test('an address that did not respond is tried after the others from then on', async () => {
  const { backend } = await startTestHost();
  const unresponsive = await startUnresponsiveServer(dead, backend.port);
  const { port } = await startTestHost({
    backendUrl: `http://backend.test:${backend.port}`,
    lookupAddresses: async () => addressesOf(dead, '127.0.0.1'),
    limits: { connectAttemptTimeoutMs: 100, backendAddressTtlMs: 0 },
  });
  expect(await sendRaw(port, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
  unresponsive.release();
  for (const request of [get('/rest/a'), post, post, post]) {
    expect(await sendRaw(port, request)).toMatchObject({ status: 200, body: brief });
  }
});

test('of addresses that did not respond, the latest is the last, and one that is not listed is forgotten', async () => {
  let listed = addressesOf('10.0.0.1', '10.0.0.2', '10.0.0.3');
  const addresses = new BackendAddresses('backend.test', async () => listed, 0);
  const resolve = () =>
    new Promise((resolve) => addresses.lookup('', {}, (_error, found) => resolve(found)));
  addresses.tryLast('10.0.0.1');
  addresses.tryLast('10.0.0.2');
  expect(await resolve()).toEqual(addressesOf('10.0.0.3', '10.0.0.1', '10.0.0.2'));
  addresses.tryLast('10.0.0.1');
  expect(await resolve()).toEqual(addressesOf('10.0.0.3', '10.0.0.2', '10.0.0.1'));
  listed = addressesOf('10.0.0.2', '10.0.0.3');
  await resolve();
  listed = addressesOf('10.0.0.1', '10.0.0.2', '10.0.0.3');
  expect(await resolve()).toEqual(addressesOf('10.0.0.1', '10.0.0.3', '10.0.0.2'));
});

test.each(['http', 'https'])(
  'the dot behind a complete name of %s is for the name server alone',
  async (protocol) => {
    const lookupAddresses = vi.fn(async () => first);
    const received: string[] = [];
    const server = createTcpServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', (data) => {
          received.push(data.toString('latin1'));
          socket.destroy();
        });
    });
    const listening = await listenLocally(server);
    onTestFinished(listening.close);
    const backendUrl = `${protocol}://backend.test.:${listening.port}`;
    const { port } = await startTestHost({ backendUrl, lookupAddresses });
    for (const request of [get('/rest/a'), post]) await sendRaw(port, request);
    expect(received).toHaveLength(2);
    // The server name of TLS, or the Host header.
    for (const bytes of received) expect(bytes.match(/backend\.test\.?/)?.[0]).toBe('backend.test');
    expect(lookupAddresses).toHaveBeenCalledWith('backend.test.');
  },
);

test('parallel lookups share one, and requests of both kinds use it', async () => {
  const lookupAddresses = vi.fn(async () => first);
  const lookup = createLookup(lookupAddresses);
  await Promise.all([lookup(), lookup()]);
  expect(lookupAddresses).toHaveBeenCalledExactlyOnceWith('backend.test');
  vi.useRealTimers();
  const { backend } = await startTestHost();
  const backendUrl = `http://backend.test:${backend.port}`;
  const { port } = await startTestHost({ backendUrl, lookupAddresses });
  for (const request of [get('/rest/a'), post]) {
    expect((await sendRaw(port, request)).status).toBe(200);
  }
  expect(lookupAddresses).toHaveBeenCalledTimes(2);
});
