import { once } from 'node:events';
import { beforeAll, expect, test } from 'vitest';
import { get, openSocket, readResponse, sendRaw } from '../support/host/rawClient.ts';
import { buildHostForFile, validEnvironment, whenListening } from '../support/host/runBuiltHost.ts';
import { type SocketHandler, startRawBackend } from '../support/host/startRawBackend.ts';

const host = buildHostForFile();
beforeAll(host.addClient);

const chunkedPost = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const live = get('/health/live');

/** Returns the port of a host with a heap of 48 MB, in front of a backend that handles requests this way. */
async function startSmallHost(handler: SocketHandler): Promise<number> {
  const backend = await startRawBackend(handler);
  const env = { ...validEnvironment, BACKEND_URL: backend.url };
  return (await whenListening(host.spawn(env, ['--max-old-space-size=48']))).port;
}

test('24 clients with a dropped request of 10,000 one-byte chunks, as objects 120 MB, do not crash a host with a heap of 48 MB', async () => {
  const port = await startSmallHost(() => {});
  const requests = get('/rest/a') + chunkedPost + '1\r\nx\r\n'.repeat(10_000);
  for (let i = 0; i < 24; i++) {
    const client = await openSocket(port);
    client.write(requests);
    if (i % 8 === 7) expect((await sendRaw(port, live)).status).toBe(200);
  }
  expect((await sendRaw(port, live)).status).toBe(200);
});

test('200,000 pipelined requests, as objects 400 MB, do not crash a host with a heap of 48 MB', async () => {
  const port = await startSmallHost(() => {});
  const client = await openSocket(port);
  const first = get('/rest/a');
  client.write(`${first}${chunkedPost}3\r\nabc\r\n0\r\n\r\n${first.repeat(200_000)}`);
  for (let i = 0; i < 500; i++) expect((await sendRaw(port, live)).status).toBe(200);
});

test('a backend that sends one-byte chunks to 10 clients that read late, in buffers 150 MB, does not crash a host with a heap of 48 MB', async () => {
  const chunks = `${'1\r\nx\r\n'.repeat(80_000)}0\r\n\r\n`;
  const port = await startSmallHost((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`);
  });
  const clients = await Promise.all(Array.from({ length: 10 }, () => openSocket(port)));
  for (const client of clients) client.write(get('/rest/a'));
  await Promise.all(clients.map((client) => once(client, 'readable')));
  for (let i = 0; i < 50; i++) expect((await sendRaw(port, live)).status).toBe(200);
  for (const response of clients.map(readResponse)) expect((await response).truncated).toBe(false);
});
