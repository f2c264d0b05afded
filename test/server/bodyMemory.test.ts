import { beforeAll, expect, test } from 'vitest';
import { openSocket, readResponse, sendRaw } from '../support/host/rawClient.ts';
import { buildHostForFile, validEnvironment, whenListening } from '../support/host/runBuiltHost.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const host = buildHostForFile();
beforeAll(host.addClient, longTestTimeoutMs);

const mebibyte = 2 ** 20;
const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

async function readMemory(metricsPort: number) {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, resident] = text.match(/^process_resident_memory_bytes (\d+)/m) ?? [];
  return Number(resident);
}

/** As JavaScript objects, the chunks would take 130 MB. */
test('four bodies of 65,000 one-byte chunks are delivered by a host with a heap of 32 MB', async () => {
  const backend = await startRawBackend();
  const env = { ...validEnvironment, BACKEND_URL: backend.url, METRICS_PORT: '0' };
  const child = host.spawn(env, ['--max-old-space-size=32']);
  const { port, metricsPort } = await whenListening(child);
  const before = await readMemory(metricsPort);
  const clients = await Promise.all(Array.from({ length: 4 }, () => openSocket(port)));
  const responses = clients.map(readResponse);
  const chunks = Buffer.from('1\r\nx\r\n'.repeat(65_000));
  for (const client of clients) client.write(head);
  for (const client of clients) client.write(chunks);
  for (const client of clients) client.write('0\r\n\r\n');
  for (const response of responses) expect((await response).status).toBe(200);
  expect(backend.requests.every((request) => request.endsWith('x'.repeat(65_000)))).toBe(true);
  expect(await readMemory(metricsPort)).toBeLessThan(before + 50 * mebibyte);
});

/** As JavaScript objects, the chunks would take 120 MB. */
test('24 clients with a dropped request of 10,000 one-byte chunks do not crash a host with a heap of 48 MB', async () => {
  const backend = await startRawBackend(() => {});
  const env = { ...validEnvironment, BACKEND_URL: backend.url };
  const child = host.spawn(env, ['--max-old-space-size=48']);
  const { port } = await whenListening(child);
  const live = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';
  const chunks = '1\r\nx\r\n'.repeat(10_000);
  const requests = Buffer.from(`GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n${head}${chunks}`);
  for (let i = 0; i < 24; i++) {
    const client = await openSocket(port);
    client.write(requests);
    if (i % 8 === 7) expect((await sendRaw(port, live)).status).toBe(200);
  }
  expect((await sendRaw(port, live)).status).toBe(200);
});

/** As JavaScript objects, the requests would take 400 MB. */
test('200,000 pipelined requests do not crash a host with a heap of 48 MB', async () => {
  const backend = await startRawBackend(() => {});
  const env = { ...validEnvironment, BACKEND_URL: backend.url };
  const { port } = await whenListening(host.spawn(env, ['--max-old-space-size=48']));
  const client = await openSocket(port);
  const get = 'GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n';
  client.write(`${get}${head}3\r\nabc\r\n0\r\n\r\n${get.repeat(200_000)}`);
  const live = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';
  for (let i = 0; i < 500; i++) expect((await sendRaw(port, live)).status).toBe(200);
});
