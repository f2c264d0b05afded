import { beforeAll, expect, test } from 'vitest';
import { openSocket, readResponse, sendRaw } from '../support/host/rawClient.ts';
import { buildHostForFile, validEnvironment, whenListening } from '../support/host/runBuiltHost.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const host = buildHostForFile();
beforeAll(host.addClient, longTestTimeoutMs);

const chunkedPost = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const live = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';

/** As JavaScript objects, the chunks would take 120 MB. */
test('24 clients with a dropped request of 10,000 one-byte chunks do not crash a host with a heap of 48 MB', async () => {
  const backend = await startRawBackend(() => {});
  const env = { ...validEnvironment, BACKEND_URL: backend.url };
  const child = host.spawn(env, ['--max-old-space-size=48']);
  const { port } = await whenListening(child);
  const chunks = '1\r\nx\r\n'.repeat(10_000);
  const requests = Buffer.from(`GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n${chunkedPost}${chunks}`);
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
  client.write(`${get}${chunkedPost}3\r\nabc\r\n0\r\n\r\n${get.repeat(200_000)}`);
  for (let i = 0; i < 500; i++) expect((await sendRaw(port, live)).status).toBe(200);
});

/** As JavaScript objects, the chunks that fit into the buffers of the streams would take 150 MB. */
test('a backend that sends one-byte chunks to 10 clients does not crash a host with a heap of 48 MB', async () => {
  const chunks = `${'1\r\nx\r\n'.repeat(80_000)}0\r\n\r\n`;
  const backend = await startRawBackend((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
  });
  const env = { ...validEnvironment, BACKEND_URL: backend.url };
  const { port } = await whenListening(host.spawn(env, ['--max-old-space-size=48']));
  const clients = await Promise.all(Array.from({ length: 10 }, () => openSocket(port)));
  const responses = clients.map(readResponse);
  for (const client of clients) client.write('GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n');
  for (const response of responses) expect((await response).truncated).toBe(false);
  expect((await sendRaw(port, live)).status).toBe(200);
});
