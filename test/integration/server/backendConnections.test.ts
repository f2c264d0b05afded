import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultLimits } from '../../../server/config/limits.ts';
import { createCachedLookup } from '../../../server/proxy/createCachedLookup.ts';
import {
  get,
  openSocket,
  type RawResponse,
  sendOn,
  sendRaw,
  whenClosed,
} from '../../support/host/rawClient.ts';
import { brief, sendBrief } from '../../support/host/startRawBackend.ts';
import { startTestHost } from '../../support/host/startTestHost.ts';
import { longTestTimeoutMs } from '../../support/timeouts.ts';
import { waitFor } from '../../support/waitFor.ts';

afterEach(() => void vi.useRealTimers());

const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
const wrong = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong';
/** A GET after whose response the host closes the connection, because its length may be that of no body. */
const closing = (target: string) => get(target).replace('Host', 'Connection: close\r\nHost');

/** The response to a first request, without what the backend sends after it. */
const complete: [string, string, string][] = [
  ['a HEAD', 'HEAD', `HTTP/1.1 200 OK\r\nContent-Length: ${wrong.length}\r\n\r\n`],
  ['a 204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['a 304 with a length', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 43\r\n\r\n'],
  ['a complete 200', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
];

test.each(complete)(
  'bytes beyond %s, at once or up to 80 ms later, are the response to none of 300 other requests',
  async (_name, method, head) => {
    const delaysMs = [undefined, 0, 3, 10, 50, 80];
    let oddCount = 0;
    let lateCount = 0;
    const { backend, port } = await startTestHost({
      handler: (socket, count) => {
        if (!backend.requests.at(-1)?.includes('/rest/odd')) return sendBrief(socket, count);
        const delayMs = delaysMs[oddCount++ % delaysMs.length];
        if (delayMs === undefined) return socket.write(head + wrong);
        socket.write(head);
        setTimeout(() => {
          socket.write(wrong);
          lateCount++;
        }, delayMs);
      },
    });
    const odd = closing('/rest/odd').replace('GET', method);
    let others = 0;
    while (others < 300) {
      const awaited = lateCount + delaysMs.length - 1;
      await Promise.all(delaysMs.map(() => sendRaw(port, odd)));
      while (lateCount < awaited || others % 60 > 0) {
        others++;
        expect(await sendRaw(port, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
      }
    }
  },
  longTestTimeoutMs,
);

test('bytes that arrive after a response while the host is busy are not the next response', async () => {
  const { backend, port } = await startTestHost();
  const client = await openSocket(port);
  const direct = await openSocket(backend.port);
  const stall = () => {
    const end = performance.now() + 1.5 * defaultLimits.backendRestMs;
    while (performance.now() < end);
  };
  // A connection rests, so that the host has a timer.
  await sendRaw(port, get('/rest/a'));
  let next: Promise<RawResponse> | undefined;
  backend.use((odd, count) => {
    // The host reads connections in the order in which they were last ready, so this one before the odd one.
    client.write('GET /rest/a HTTP/1.1\r\n');
    sendBrief(odd, count);
    direct.write(get('/rest/a'));
    // Runs in the iteration of the event loop in which the timer has fired and the host has read the response.
    backend.use(() => {
      backend.use(sendBrief);
      next = sendOn(client, 'Host: a\r\n\r\n');
      odd.write(wrong);
      stall();
    });
    stall();
  });
  await sendRaw(port, get('/rest/a'));
  expect(await next).toMatchObject({ status: 200, body: brief });
});

test.each(complete.slice(1))('the connection of %s is used again', async (_name, _method, head) => {
  let servedCount = 0;
  const { port } = await startTestHost({
    handler: (socket, count) => {
      servedCount = count;
      socket.write(head);
    },
  });
  await waitFor(async () => {
    await sendRaw(port, closing('/rest/a'));
    expect(servedCount).toBeGreaterThan(1);
  });
});

test('not more connections are kept than requests may be in flight', async () => {
  const limits = { backendConnectionMaxAgeMs: 60_000 };
  const { backend, port } = await startTestHost({ env: { MAX_IN_FLIGHT: '2' }, limits });
  for (let i = 0; i < 20; i++) await sendRaw(port, get('/rest/a'));
  await waitFor(() => expect(backend.sockets.size).toBeLessThan(3));
});

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

test('a busy connection to the backend is replaced when it reaches its maximum age', async () => {
  let isReplaced = false;
  const { port } = await startTestHost({
    limits: { backendConnectionMaxAgeMs: 100, backendRestMs: 0 },
    handler: (socket, count) => {
      sendBrief(socket, count);
      if (count > 3) socket.once('close', () => (isReplaced = true));
    },
  });
  await expect
    .poll(() => sendRaw(port, get('/rest/a')).then(() => isReplaced), {
      interval: 10,
      message: 'the connection was replaced',
    })
    .toBe(true);
});

test('an idle connection to the backend is closed when it reaches its maximum age', async () => {
  const limits = { backendConnectionMaxAgeMs: 100, backendRestMs: 0 };
  const { backend, port } = await startTestHost({ limits });
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

test.each([
  ['a GET before the response, which is aborted', get('/rest/a'), noTimeout, '', []],
  ['a GET mid-body, which is aborted', get('/rest/a'), noTimeout, 'begin', []],
  ['a POST mid-body, which is aborted', post, noTimeout, 'begin', []],
  ['a POST that times out', post, { PROXY_TIMEOUT_MS: '1000' }, '', ['ETIMEDOUT']],
])(
  'a client that leaves %s, is logged as aborted, and then an error of the backend',
  async (_name, request, env, part, errors) => {
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
    await waitFor(() => expect(requests()).toMatchObject([{ level: 'info', status: 'aborted' }]));
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
  const lookup = createCachedLookup(lookupAddresses, ttlMs);
  return () =>
    new Promise((resolve, reject) =>
      lookup('backend.test', { all: true }, (error, addresses) =>
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
