import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '../../server/config/defaultLimits.ts';
import { get, openSocket, post, sendOn } from '../rawClient.ts';
import { brief, sendBrief, startRawBackend } from '../startRawBackend.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

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

/** When bytes arrive that belong to no response: with the response before them, or milliseconds later. */
const withIt = ['with it'] as const;
const withItOrLater = [...withIt, 0, 3, 10] as const;

// biome-ignore format: rows of short values
const complete = {
  'a HEAD': { method: 'HEAD', response: `200 OK\r\nContent-Length: ${wrong.length}\r\n\r\n`, times: withItOrLater },
  'a 204': { response: '204 No Content\r\n\r\n', times: withItOrLater },
  'a 304': { response: '304 Not Modified\r\n\r\n', times: withItOrLater },
  'a 304 with a length': { response: '304 OK\r\nContent-Length: 43\r\n\r\n', times: withItOrLater },
  'a 200 with a length of 0': { response: '200 OK\r\nContent-Length: 0\r\n\r\n', times: withIt },
  'a 200 with a length': { response: '200 OK\r\nContent-Length: 2\r\n\r\n{}', times: withIt },
  'the last chunk of a 200': { response: '200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n', times: withIt },
};

test.each(Object.entries(complete))(
  'bytes after %s are the response to no other request',
  async (_name, { response, times, ...row }) => {
    let oddCount = 0;
    const { backend, port, send } = await startTestHost({
      handler: (socket, count) => {
        if (!backend.requests.at(-1)?.includes('/rest/odd')) return sendBrief(socket, count);

        const time = times[oddCount++ % times.length];
        if (typeof time === 'string') return socket.write(`HTTP/1.1 ${response}${wrong}`);

        socket.write(`HTTP/1.1 ${response}`);
        setTimeout(() => socket.write(wrong), time);
      },
    });
    const odd =
      'method' in row ? closing('/rest/odd').replace('GET', row.method) : closing('/rest/odd');
    const client = await openSocket(port);
    for (let i = 0; i < 24; i++) {
      await send(odd);
      expect(await sendOn(client, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
    }
    expect(oddCount).toBe(24);
  },
);

const ownConnection = {
  'a POST': post,
  'a HEAD': closing('/rest/a').replace('GET', 'HEAD'),
  'a GET with Authorization': get('/rest/a').replace('Host', 'Authorization: NTLM x\r\nHost'),
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
