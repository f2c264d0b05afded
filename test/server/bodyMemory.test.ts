import { beforeAll, expect, test } from 'vitest';
import { openSocket, readResponse, sendRaw } from '../support/host/rawClient.ts';
import { buildHostForFile, validEnvironment, whenListening } from '../support/host/runBuiltHost.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';

const host = buildHostForFile();
beforeAll(host.addClient);

const mebibyte = 2 ** 20;
const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';

async function readMemory(metricsPort: number) {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, resident] = text.match(/^process_resident_memory_bytes (\d+)/m) ?? [];
  return Number(resident);
}

test('20 bodies of 65,000 one-byte chunks each are delivered by a host with a heap of 64 MB', async () => {
  const backend = await startRawBackend();
  const env = { ...validEnvironment, BACKEND_URL: backend.url, METRICS_PORT: '0' };
  const child = host.spawn(env, ['--max-old-space-size=64']);
  const { port, metricsPort } = await whenListening(child);
  const before = await readMemory(metricsPort);
  const clients = await Promise.all(Array.from({ length: 20 }, () => openSocket(port)));
  const responses = clients.map(readResponse);
  for (const client of clients) client.write(`${head}${'1\r\nx\r\n'.repeat(65_000)}`);
  for (const client of clients) client.write('0\r\n\r\n');
  for (const response of responses) expect((await response).status).toBe(200);
  expect(backend.requests.every((request) => request.endsWith('x'.repeat(65_000)))).toBe(true);
  expect(await readMemory(metricsPort)).toBeLessThan(before + 100 * mebibyte);
});

test('80 clients with a pipelined request of 10,000 one-byte chunks do not crash a host with a heap of 48 MB', async () => {
  const backend = await startRawBackend(() => {});
  const env = { ...validEnvironment, BACKEND_URL: backend.url };
  const child = host.spawn(env, ['--max-old-space-size=48']);
  const { port } = await whenListening(child);
  const live = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';
  for (let i = 0; i < 80; i++) {
    const client = await openSocket(port);
    client.write(`GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n${head}${'1\r\nx\r\n'.repeat(10_000)}`);
    if (i % 20 === 19) expect((await sendRaw(port, live)).status).toBe(200);
  }
  expect((await sendRaw(port, live)).status).toBe(200);
});
