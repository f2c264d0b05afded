import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits } from '../../server/limits.ts';
import type { Services } from '../../server/services.ts';
import { startHost } from '../../server/startHost.ts';
import { createWork } from '../../server/work.ts';
import { clientFiles } from '../support/hostClientFiles.ts';
import { hostConfig, nowhere } from '../support/hostConfig.ts';
import { captureLog } from '../support/hostLog.ts';
import { answerBrief, startRawBackend } from '../support/hostRawBackend.ts';
import { openSocket, readAnswer, sendRaw, whenClosed } from '../support/hostRawClient.ts';
import { startTestHost } from '../support/hostStart.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('a host that runs is live and ready', async () => {
  const host = await startTestHost(nowhere);
  expect(await sendRaw(host.port, get('/health/live'))).toMatchObject({ status: 200 });
  expect(await sendRaw(host.port, get('/health/ready'))).toMatchObject({ status: 200 });
});

test('a host told to stop is no longer ready but goes on serving until others have noticed', async () => {
  const work = createWork();
  const host = await startTestHost(nowhere, { DRAIN_DELAY_MS: '600' }, { work });
  const closed = host.close();
  expect(work.stopping).toBe(true);
  expect(await sendRaw(host.port, get('/health/ready'))).toMatchObject({ status: 503 });
  expect(await sendRaw(host.port, get('/health/live'))).toMatchObject({ status: 200 });
  const page = await sendRaw(host.port, get('/app/subscriber-feedback/'));
  expect(page).toMatchObject({ status: 200 });
  expect(page.head).toMatch(/\r\nconnection: close/i);
  await closed;
  await expect(fetch(host.url)).rejects.toThrow();
});

test('an answer of the backend, too, asks to connect anew while the host stops', async () => {
  const backend = await startRawBackend(answerBrief);
  const host = await startTestHost(backend.url, { DRAIN_DELAY_MS: '400' });
  expect((await sendRaw(host.port, get('/rest/a'))).head).toMatch(/\r\nconnection: keep-alive/i);
  const closed = host.close();
  expect((await sendRaw(host.port, get('/rest/a'))).head).toMatch(/\r\nconnection: close/i);
  await closed;
});

test('what is in flight finishes, and its connection is then closed', async () => {
  const held: (() => void)[] = [];
  const backend = await startRawBackend((socket) => {
    held.push(() => answerBrief(socket, 1));
    backendHeard();
  });
  let backendHeard = () => {};
  const arrived = new Promise<void>((resolve) => {
    backendHeard = resolve;
  });
  const host = await startTestHost(backend.url, { DRAIN_TIMEOUT_MS: '5000' });
  const client = await openSocket(host.port);
  const answer = readAnswer(client);
  client.write(get('/rest/a'));
  await arrived;
  const closed = host.close();
  held[0]?.();
  expect(await answer).toMatchObject({ status: 200, cut: false });
  const gone = whenClosed(client);
  client.resume();
  await gone;
  await closed;
});

test('what does not finish is cut off at the deadline, and the log says so', async () => {
  const { log, lines } = captureLog();
  const backend = await startRawBackend(() => void host.close());
  const host = await startTestHost(backend.url, { DRAIN_TIMEOUT_MS: '100' }, { log });
  expect(await sendRaw(host.port, get('/rest/a'))).toMatchObject({ status: 0 });
  expect(lines()).toContainEqual(
    expect.objectContaining({ level: 'warn', msg: 'stopping at the deadline', inFlight: 2 }),
  );
});

test('a stream of events does not hold a host that stops', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n';
  const backend = await startRawBackend((socket) => void socket.write(`${head}data: 1\n\n`));
  const host = await startTestHost(backend.url, { DRAIN_TIMEOUT_MS: '60000' });
  const client = await openSocket(host.port);
  client.write(get('/rest/events'));
  await once(client, 'data');
  await host.close();
  await backend.whenEmpty();
});

test('idle connections do not hold a host that stops', async () => {
  const host = await startTestHost(nowhere);
  const silent = await openSocket(host.port);
  const used = await openSocket(host.port);
  used.write(get('/'));
  await once(used, 'data');
  const closed = Promise.all([whenClosed(silent), whenClosed(used)]);
  silent.resume();
  used.resume();
  await host.close();
  await closed;
});

const limits = { ...defaultLimits, headersMs: 100, requestMs: 200, idleMs: 100 };

test.each([
  ['says nothing after it connected', ''],
  ['sends half a head', 'GET / HTTP/1.1\r\nHost: a\r\nX-'],
  ['sends half a body', 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf'],
  ['keeps a connection without using it', get('/')],
])('a client that %s is let go', async (_what, bytes) => {
  const host = await startTestHost(nowhere, {}, { limits });
  const client = await openSocket(host.port);
  const closed = whenClosed(client);
  client.resume();
  client.write(bytes);
  await closed;
});

test('a client that sends its head in drips is let go', async () => {
  const host = await startTestHost(nowhere, {}, { limits });
  const client = await openSocket(host.port);
  const closed = whenClosed(client);
  client.resume();
  client.write('GET / HTTP/1.1\r\n');
  const drip = setInterval(() => client.write('X: y\r\n'), 10);
  await closed;
  clearInterval(drip);
});

const largePath = '/app/subscriber-feedback/assets/large.js';
const large = Buffer.alloc(32 * 2 ** 20);

/** A host with a file that does not fit into the buffers of a connection. */
async function startWithLargeFile(services: Partial<Services>, env = {}) {
  const variants = [{ encoding: 'identity', body: large, etag: '"x"' }] as const;
  const assets = new Map([[largePath, { mediaType: 'text/plain', variants }]]);
  const host = await startHost(hostConfig(nowhere, env), { ...clientFiles, assets }, services);
  onTestFinished(() => host.close());
  const client = await openSocket(host.port);
  client.write(get(largePath));
  await once(client, 'readable');
  return { host, client };
}

test('a client that stops reading is let go', async () => {
  const { log, requests } = captureLog();
  const services = { log, limits: { ...limits, stallMs: 50 } };
  await startWithLargeFile(services, { PROXY_TIMEOUT_MS: '50' });
  await vi.waitFor(() => expect(requests()).toMatchObject([{ aborted: true }]), 5_000);
});

test('a client that is slow to read gets its whole answer from a host that stops', async () => {
  const { host, client } = await startWithLargeFile({});
  const closed = host.close();
  client.resume();
  await whenClosed(client);
  expect(client.bytesRead).toBeGreaterThan(large.length);
  await closed;
});
