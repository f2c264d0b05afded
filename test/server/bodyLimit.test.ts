import { expect, test } from 'vitest';
import type { Limits } from '../../server/config/limits.ts';
import {
  get,
  openSocket,
  sendOn,
  sendRaw,
  sendUntilClosed,
  whenClosed,
} from '../support/host/rawClient.ts';
import { startBackend, startPendingBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { waitFor } from '../support/waitFor.ts';

const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const chunkedHead = `${head}Transfer-Encoding: chunked\r\n\r\n`;
const limit = 64 * 1024;

async function start(limits: Partial<Limits> = {}) {
  const backend = await startBackend();
  const { port } = await startTestHost(backend.url, {}, { limits });
  return { backend, port };
}

function withLength(length: number, body = 'x'.repeat(length)): string {
  return `${head}Content-Length: ${length}\r\n\r\n${body}`;
}

/** A POST whose body consists of equal chunks. */
function inChunks(length: number, chunkLength: number): string {
  const chunk = `${chunkLength.toString(16)}\r\n${'x'.repeat(chunkLength)}\r\n`;
  return `${chunkedHead}${chunk.repeat(length / chunkLength)}0\r\n\r\n`;
}

test.each([
  ['with Content-Length', withLength(limit)],
  ['in 16-byte chunks', inChunks(limit, 16)],
])('a body of 64 KiB %s is forwarded', async (_, request) => {
  const { backend, port } = await start();
  expect((await sendRaw(port, request)).status).toBe(200);
  expect(backend.received).toMatchObject([{ body: 'x'.repeat(limit) }]);
  expect(backend.received[0]?.headers['content-length']).toBe(String(limit));
});

test.each([
  ['with Content-Length is rejected before it arrives', withLength(limit + 1, '')],
  ['in chunks is rejected', inChunks(limit + 16, 16)],
])('a larger body %s with 413 and not forwarded', async (_, request) => {
  const { backend, port } = await start();
  const { status, body } = await sendRaw(port, request);
  expect(status).toBe(413);
  expect(JSON.parse(body).detail).toBe('The body is larger than 64 KiB.');
  expect(backend.connectionCount()).toBe(0);
});

test('an endless body is rejected while it arrives, then its connection is closed', async () => {
  const { port } = await start({ lingerMs: 50 });
  const socket = await openSocket(port);
  const response = sendOn(socket, chunkedHead);
  const interval = setInterval(() => socket.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`), 2);
  const closed = whenClosed(socket);
  expect((await response).status).toBe(413);
  await closed;
  clearInterval(interval);
});

test('a body of 2,048 one-byte chunks is forwarded', async () => {
  const { port } = await start();
  expect((await sendRaw(port, inChunks(2_048, 1))).status).toBe(200);
});

test('a body of 2,049 one-byte chunks results in 400, and its connection is closed', async () => {
  const { backend, port } = await start();
  expect(await sendUntilClosed(port, inChunks(2_049, 1))).toMatch(/^HTTP\/1.1 400 /);
  expect(backend.received).toEqual([]);
});

test('a body that nobody reads may have as many chunks', async () => {
  const { port } = await start();
  const socket = await openSocket(port);
  const response = sendOn(
    socket,
    chunkedHead.replace('/rest/a', '/none') + '1\r\nx\r\n'.repeat(2_000),
  );
  expect((await response).status).toBe(404);
  const closed = whenClosed(socket.resume());
  socket.write('1\r\nx\r\n'.repeat(49));
  await closed;
});

test('an incomplete body that still arrives is not rejected for those that have stalled', async () => {
  const { port } = await start({ maxBufferedBytes: 3 * limit });
  const honest = await openSocket(port);
  const response = sendOn(honest, withLength(20, ''));
  for (let i = 0; i < 20; i++) {
    honest.write('x');
    const stalled = await openSocket(port);
    stalled.write(withLength(limit, 'x'.repeat(limit - 1)));
    await sendRaw(port, get('/health/live'));
  }
  expect((await response).status).toBe(200);
});

test('a compressed body results in 415, because its size is unknown', async () => {
  const { backend, port } = await start();
  const request = `${head}Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx`;
  expect((await sendRaw(port, request)).status).toBe(415);
  expect(backend.received).toEqual([]);
});

test('a truncated body is not forwarded', async () => {
  const { backend, port } = await start();
  const socket = await openSocket(port);
  socket.resume().end(withLength(100, 'half'));
  await whenClosed(socket);
  expect(backend.received).toEqual([]);
});

test('a POST results in 503 while the memory for all bodies is used up', async () => {
  const backend = await startPendingBackend();
  const limits = { maxBufferedBytes: 100 * 1024, lingerMs: 50 };
  const { port } = await startTestHost(backend.url, {}, { limits });
  const first = sendRaw(port, withLength(limit));
  await waitFor(() => expect(backend.pending).toHaveLength(1));

  const rejected = await sendRaw(port, withLength(limit));
  expect(rejected.status).toBe(503);
  expect(rejected.head).toMatch(/\r\nretry-after: \d+\r\n/i);
  expect((await sendRaw(port, get('/app/subscriber-feedback/'))).status).toBe(200);

  backend.respond();
  expect((await first).status).toBe(200);
  const next = sendRaw(port, withLength(limit));
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  backend.respond();
  expect((await next).status).toBe(200);
});

test('a client that disconnects releases the memory of its body', async () => {
  const { port } = await start({ maxBufferedBytes: limit + 10_000 });
  const incomplete = await openSocket(port);
  incomplete.write(withLength(limit, 'x'.repeat(limit - 1)));
  incomplete.destroy();
  await waitFor(async () => expect((await sendRaw(port, withLength(limit))).status).toBe(200));
});
