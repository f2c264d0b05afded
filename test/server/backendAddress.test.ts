import type { LookupAddress } from 'node:dns';
import { afterEach, expect, test, vi } from 'vitest';
import { createCachedLookup } from '../../server/proxy/createCachedLookup.ts';
import { createInFlightCounter } from '../../server/runtime/inFlight.ts';
import { get, sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { sendBrief, startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

afterEach(() => void vi.useRealTimers());

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

test('addresses are used for their time to live', async () => {
  const lookupAddresses = vi.fn(async () => first);
  const lookup = createLookup(lookupAddresses);
  await lookup();
  lookupAddresses.mockResolvedValue(second);
  vi.advanceTimersByTime(ttlMs - 1);
  expect(await lookup()).toEqual(first);
  vi.advanceTimersByTime(1);
  expect(await lookup()).toEqual(second);
  expect(lookupAddresses).toHaveBeenCalledTimes(2);
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

test('a failed first lookup is reported and repeated', async () => {
  const lookupAddresses = vi.fn(async () => first).mockRejectedValueOnce(new Error('ENOTFOUND'));
  const lookup = createLookup(lookupAddresses);
  await expect(lookup()).rejects.toThrow('ENOTFOUND');
  expect(await lookup()).toEqual(first);
});

test('parallel requests share one lookup of the backend, also those with their own connection', async () => {
  const backend = await startBackend();
  let respond = (_addresses: LookupAddress[]) => {};
  const addresses = new Promise<LookupAddress[]>((resolve) => {
    respond = resolve;
  });
  const lookupAddresses = vi.fn(() => addresses);
  const inFlight = createInFlightCounter();
  const backendUrl = `http://backend.test:${backend.port}`;
  const host = await startTestHost(backendUrl, {}, { lookupAddresses, inFlight });
  const request = async (method: string) =>
    (await fetch(`${host.url}/rest/a`, { method, ...(method === 'POST' && { body: 'x' }) })).status;
  const requests = Array.from({ length: 30 }, () => request('POST'));
  // Each request of a client, and each call of the backend for one.
  await expect.poll(() => inFlight.count).toBe(60);
  respond(first);
  expect(new Set([...(await Promise.all(requests)), await request('GET')])).toEqual(new Set([200]));
  expect(lookupAddresses).toHaveBeenCalledExactlyOnceWith('backend.test');
});

test('a busy connection to the backend is replaced when it reaches its maximum age', async () => {
  let isReplaced = false;
  const backend = await startRawBackend((socket, count) => {
    sendBrief(socket, count);
    if (count > 3) socket.once('close', () => (isReplaced = true));
  });
  const limits = { backendConnectionMaxAgeMs: 100, backendRestMs: 0 };
  const { port } = await startTestHost(backend.url, {}, { limits });
  await expect
    .poll(() => sendRaw(port, get('/rest/a')).then(() => isReplaced), { interval: 10 })
    .toBe(true);
});

test('an idle connection to the backend is closed when it reaches its maximum age', async () => {
  const backend = await startRawBackend();
  const limits = { backendConnectionMaxAgeMs: 100, backendRestMs: 0 };
  const { port } = await startTestHost(backend.url, {}, { limits });
  await sendRaw(port, get('/rest/a'));
  expect(backend.sockets.size).toBe(1);
  await backend.whenAllClosed();
});
