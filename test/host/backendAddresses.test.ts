import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { listenLocally } from '../../scripts/stack/listenLocally.ts';
import { defaultLimits } from '../../server/config/defaultLimits.ts';
import { BackendAddresses } from '../../server/proxy/BackendAddresses.ts';
import { get, openSocket, post } from '../rawClient.ts';
import { brief } from '../startRawBackend.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

afterEach(() => void vi.useRealTimers());

const ttlMs = 5_000;
const list = (...texts: string[]): LookupAddress[] =>
  texts.map((address) => ({ address, family: 4 }));
const first = list('127.0.0.1');
const second = list('127.0.0.2');

/** Creates a cached lookup over `lookupAddresses`, as `net.connect()` calls it. */
function createLookup(lookupAddresses: () => Promise<LookupAddress[]>, ttl = ttlMs) {
  const addresses = new BackendAddresses('backend.test', lookupAddresses, ttl);
  const lookup = () =>
    new Promise((resolve, reject) =>
      addresses.lookup('backend.test', { all: true }, (error, found) =>
        error ? reject(error) : resolve(found),
      ),
    );
  return { addresses, lookup };
}

const useFakeTimers = () =>
  void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });

test('addresses are used for their time to live, and a failed first lookup is repeated', async () => {
  useFakeTimers();
  const lookupAddresses = vi.fn(async () => first).mockRejectedValueOnce(new Error('ENOTFOUND'));
  const { lookup } = createLookup(lookupAddresses);
  await expect(lookup()).rejects.toThrow('ENOTFOUND');
  expect(await lookup()).toEqual(first);
  lookupAddresses.mockResolvedValue(second);
  vi.advanceTimersByTime(ttlMs - 1);
  expect(await lookup()).toEqual(first);
  vi.advanceTimersByTime(1);
  expect(await lookup()).toEqual(second);
});

const failures = {
  fails: () => Promise.reject(new Error('EAI_AGAIN')),
  'does not respond': () => new Promise<never>(() => {}),
};

test.each(Object.entries(failures))(
  'while the name server %s, the last address is used after at most a second',
  async (_name, fail) => {
    useFakeTimers();
    const lookupAddresses = vi.fn(async () => first);
    const { lookup } = createLookup(lookupAddresses);
    await lookup();
    lookupAddresses.mockImplementation(fail);
    vi.advanceTimersByTime(ttlMs);
    const address = lookup();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await address).toEqual(first);
  },
);

test('of addresses that did not respond, the latest is the last, and one that is not listed is forgotten', async () => {
  let listed = list('10.0.0.1', '10.0.0.2', '10.0.0.3');
  const { addresses, lookup } = createLookup(async () => listed, 0);
  addresses.tryLast('10.0.0.1');
  addresses.tryLast('10.0.0.2');
  expect(await lookup()).toEqual(list('10.0.0.3', '10.0.0.1', '10.0.0.2'));
  addresses.tryLast('10.0.0.1');
  expect(await lookup()).toEqual(list('10.0.0.3', '10.0.0.2', '10.0.0.1'));
  listed = list('10.0.0.2', '10.0.0.3');
  await lookup();
  listed = list('10.0.0.1', '10.0.0.2', '10.0.0.3');
  expect(await lookup()).toEqual(list('10.0.0.1', '10.0.0.3', '10.0.0.2'));
});

test('parallel lookups share one, and GET and POST use the same addresses', async () => {
  const lookupAddresses = vi.fn(async () => first);
  const { lookup } = createLookup(lookupAddresses);
  await Promise.all([lookup(), lookup()]);
  expect(lookupAddresses).toHaveBeenCalledExactlyOnceWith('backend.test');
  const { backend } = await startTestHost();
  const backendUrl = `http://backend.test:${backend.port}`;
  const { send } = await startTestHost({ backendUrl, lookupAddresses });
  for (const request of [get('/rest/a'), post]) {
    expect(await send(request)).toMatchObject({ status: 200 });
  }
  expect(lookupAddresses).toHaveBeenCalledTimes(2);
});

test.each(['http', 'https'])(
  'the dot behind a complete name of %s is for the name server alone',
  async (protocol) => {
    const lookupAddresses = vi.fn(async () => first);
    const received: string[] = [];
    const server = createServer((socket) =>
      socket.once('data', (data) => {
        received.push(data.toString('latin1'));
        socket.destroy();
      }),
    );
    const { port, close } = await listenLocally(server);
    onTestFinished(close);
    const backendUrl = `${protocol}://backend.test.:${port}`;
    const { send } = await startTestHost({ backendUrl, lookupAddresses });
    for (const request of [get('/rest/a'), post]) await send(request);
    // The server name of TLS, or the Host header.
    const names = received.map((bytes) => bytes.match(/backend\.test\.?/)?.[0]);
    expect(names).toEqual(['backend.test', 'backend.test']);
    expect(lookupAddresses).toHaveBeenCalledWith('backend.test.');
  },
);

/** Listens and then blocks its thread, so that it accepts no connection until it is released. */
const blockedServer = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const { address, released } = workerData;
  const server = createServer((_req, res) => res.end('released'));
  server.listen({ host: address, port: workerData.port, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(released, 0, 0);
  });
`;

/** Starts a server at an address of the loopback interface that drops each packet that opens a connection. */
async function startUnresponsiveServer(address: string, port = 0) {
  const released = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(blockedServer, { eval: true, workerData: { address, port, released } });
  onTestFinished(async () => void (await worker.terminate()));
  const [listeningPort]: number[] = await once(worker, 'message');
  // The system accepts one more connection than the backlog has, and drops what arrives while it is full.
  for (let i = 0; i < 2; i++) await openSocket(listeningPort ?? 0, address);
  return {
    port: listeningPort,
    /** Lets it accept connections and respond. */
    release: () => {
      Atomics.store(released, 0, 1);
      Atomics.notify(released, 0);
    },
  };
}

const unresponsive = '127.0.0.3';

test('a connection that takes a second is used, although the other address does not respond', async () => {
  // The system repeats the packet that opens a connection after a second.
  expect(defaultLimits.connectAttemptTimeoutMs).toBeGreaterThan(1_500);
  const slow = await startUnresponsiveServer('127.0.0.2');
  await startUnresponsiveServer(unresponsive, slow.port);
  const { send } = await startTestHost({
    backendUrl: `http://backend.test:${slow.port}`,
    lookupAddresses: async () => list('127.0.0.2', unresponsive),
    limits: { connectAttemptTimeoutMs: 600_000, connectTimeoutMs: 600_000 },
    env: { PROXY_TIMEOUT_MS: '600000' },
  });
  const response = send(get('/rest/a'));
  // Longer than Node.js waits by default.
  setTimeout(slow.release, 500);
  expect(await response).toMatchObject({ status: 200, body: expect.stringContaining('released') });
});

test('an address that did not respond is tried after the others from then on', async () => {
  const { backend } = await startTestHost();
  const server = await startUnresponsiveServer(unresponsive, backend.port);
  const { send } = await startTestHost({
    backendUrl: `http://backend.test:${backend.port}`,
    lookupAddresses: async () => list(unresponsive, '127.0.0.1'),
    limits: { connectAttemptTimeoutMs: 100, backendAddressTtlMs: 0 },
  });
  expect(await send(get('/rest/a'))).toMatchObject({ status: 200, body: brief });
  server.release();
  for (const request of [get('/rest/a'), post, post, post]) {
    expect(await send(request)).toMatchObject({ status: 200, body: brief });
  }
});
