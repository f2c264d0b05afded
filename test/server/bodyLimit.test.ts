import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../server/config/limits.ts';
import { openSocket, readResponse, sendRaw, whenClosed } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { waitFor } from '../support/waitFor.ts';

const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const limit = 64 * 1024;

async function start() {
  const backend = await startRawBackend();
  return { backend, host: await startTestHost(backend.url) };
}

function chunked(size: number, chunk = 8 * 1024): string {
  const chunks = `${chunk.toString(16)}\r\n${'x'.repeat(chunk)}\r\n`.repeat(
    Math.floor(size / chunk),
  );
  const rest = size % chunk;
  return `${chunks}${rest ? `${rest.toString(16)}\r\n${'x'.repeat(rest)}\r\n` : ''}0\r\n\r\n`;
}

test('a body of 64 KiB is forwarded, with Content-Length and chunked', async () => {
  const { backend, host } = await start();
  const body = 'x'.repeat(limit);
  const withLength = await sendRaw(host.port, `${head}Content-Length: ${limit}\r\n\r\n${body}`);
  expect(withLength.status).toBe(200);
  const inChunks = await sendRaw(
    host.port,
    `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(limit)}`,
  );
  expect(inChunks.status).toBe(200);
  expect(backend.requests.map((request) => request.endsWith(body))).toEqual([true, true]);
});

test('a body of 64 KiB and one byte results in 413 and is not forwarded', async () => {
  const { backend, host } = await start();
  const withLength = `${head}Content-Length: ${limit + 1}\r\n\r\n${'x'.repeat(limit + 1)}`;
  const inChunks = `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(limit + 1)}`;
  for (const request of [withLength, inChunks]) {
    const { status, body } = await sendRaw(host.port, request);
    expect(status).toBe(413);
    expect(JSON.parse(body).detail).toBe('The body is larger than 64 KiB.');
  }
  expect(backend.sockets.size).toBe(0);
});

test('a Content-Length above the limit is rejected before the body arrives', async () => {
  const { host } = await start();
  const response = await sendRaw(host.port, `${head}Content-Length: 1000000000\r\n\r\n`);
  expect(response.status).toBe(413);
});

test('an endless body is rejected while it arrives, then its connection is closed', async () => {
  const { backend } = await start();
  const limits = { ...defaultLimits, lingerMs: 50 };
  const host = await startTestHost(backend.url, {}, { limits });
  const socket = await openSocket(host.port);
  const response = readResponse(socket);
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  const interval = setInterval(() => socket.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`), 2);
  const closed = whenClosed(socket);
  expect((await response).status).toBe(413);
  await closed;
  clearInterval(interval);
  expect(backend.sockets.size).toBe(0);
});

test('the connection can be used again after a rejected body', async () => {
  const { host } = await start();
  const socket = await openSocket(host.port);
  const first = readResponse(socket);
  socket.write(`${head}Content-Length: ${limit * 4}\r\n\r\n${'x'.repeat(limit * 4)}`);
  expect((await first).status).toBe(413);
  const second = readResponse(socket);
  socket.write('GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n');
  expect((await second).status).toBe(200);
});

const chunkedHead = `${head}Transfer-Encoding: chunked\r\n\r\n`;

test.each([2_049, 10_000])(
  'a body of %i one-byte chunks results in 400, and its connection is closed',
  async (count) => {
    const { backend, host } = await start();
    const socket = await openSocket(host.port);
    const response = readResponse(socket);
    socket.write(chunkedHead + chunked(count, 1));
    expect((await response).status).toBe(400);
    await whenClosed(socket.resume());
    expect(backend.requests).toEqual([]);
  },
);

test('a body that nobody reads may have as many chunks', async () => {
  const { host } = await start();
  const socket = await openSocket(host.port);
  const response = readResponse(socket);
  socket.write(chunkedHead.replace('/rest/a', '/none') + '1\r\nx\r\n'.repeat(2_000));
  expect((await response).status).toBe(404);
  const closed = whenClosed(socket.resume());
  socket.write('1\r\nx\r\n'.repeat(49));
  await closed;
});

test.each([
  ['2,048 one-byte chunks', chunkedHead + chunked(2_048, 1)],
  ['64 KiB in 16-byte chunks', chunkedHead + chunked(limit, 16)],
])('a body of %s is forwarded', async (_, request) => {
  const { backend, host } = await start();
  expect((await sendRaw(host.port, request)).status).toBe(200);
  expect(backend.requests).toHaveLength(1);
});

test('a body of 64 KiB that is written in 16-byte pieces is forwarded', async () => {
  const { host } = await start();
  const socket = await openSocket(host.port);
  const response = readResponse(socket);
  socket.write(`${head}Content-Length: ${limit}\r\n\r\n`);
  for (let sent = 0; sent < limit; sent += 16) socket.write('x'.repeat(16));
  expect((await response).status).toBe(200);
});

test('an incomplete body that still arrives is not rejected for those that have stalled', async () => {
  const { backend } = await start();
  const limits = { ...defaultLimits, maxBufferedBytes: 3 * limit };
  const host = await startTestHost(backend.url, {}, { limits });
  const honest = await openSocket(host.port);
  const response = readResponse(honest);
  honest.write(`${head}Content-Length: 20\r\n\r\n`);
  for (let i = 0; i < 20; i++) {
    honest.write('x');
    const stalled = await openSocket(host.port);
    stalled.write(`${head}Content-Length: ${limit}\r\n\r\n${'x'.repeat(limit - 1)}`);
    await sendRaw(host.port, 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
  }
  expect((await response).status).toBe(200);
});

test('a compressed body results in 415, because its size is unknown', async () => {
  const { backend, host } = await start();
  const body = gzipSync('x'.repeat(10_000_000));
  const request = `${head}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
  const response = await sendRaw(host.port, Buffer.concat([Buffer.from(request), body]));
  expect(response.status).toBe(415);
  expect(backend.requests).toEqual([]);
});

test('a truncated body is not forwarded', async () => {
  const { backend, host } = await start();
  const socket = await openSocket(host.port);
  const response = readResponse(socket);
  socket.end(`${head}Content-Length: 100\r\n\r\nhalf`);
  expect((await response).status).toBe(400);
  expect((await sendRaw(host.port, 'GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n')).status).toBe(200);
  expect(backend.requests).toHaveLength(1);
});

test('a POST results in 503 while the memory for all bodies is used up', async () => {
  const pending: ServerResponse[] = [];
  const backend = await startBackend((req, res) => {
    req.resume();
    pending.push(res);
  });
  const limits = { ...defaultLimits, maxBufferedBytes: 100 * 1024, lingerMs: 50 };
  const host = await startTestHost(backend.url, {}, { limits });
  const request = `${head}Content-Length: ${limit}\r\n\r\n${'x'.repeat(limit)}`;
  const first = sendRaw(host.port, request);
  await waitFor(() => expect(pending).toHaveLength(1));

  const rejected = await sendRaw(host.port, request);
  expect(rejected.status).toBe(503);
  expect(rejected.head).toMatch(/\r\nretry-after: \d+\r\n/i);
  const page = await sendRaw(
    host.port,
    'GET /app/subscriber-feedback/ HTTP/1.1\r\nHost: a\r\n\r\n',
  );
  expect(page.status).toBe(200);

  pending.shift()?.end('{}');
  expect((await first).status).toBe(200);
  const next = sendRaw(host.port, request);
  await waitFor(() => expect(pending).toHaveLength(1));
  pending.shift()?.end('{}');
  expect((await next).status).toBe(200);
});

test('a body that stays incomplete is rejected to free memory for another one', async () => {
  const { backend } = await start();
  const limits = { ...defaultLimits, maxBufferedBytes: 100 * 1024, lingerMs: 50 };
  const host = await startTestHost(backend.url, {}, { limits });
  const stalled = await openSocket(host.port);
  const response = readResponse(stalled);
  stalled.write(`${head}Content-Length: ${limit}\r\n\r\n${'x'.repeat(limit - 1)}`);
  await waitFor(async () => {
    const request = `${head}Content-Length: ${limit}\r\n\r\n${'x'.repeat(limit)}`;
    expect((await sendRaw(host.port, request)).status).toBe(200);
    expect(stalled.bytesRead).toBeGreaterThan(0);
  });
  expect((await response).status).toBe(503);
});

test('a client that disconnects releases the memory of its body', async () => {
  const { backend } = await start();
  const limits = { ...defaultLimits, maxBufferedBytes: limit + 10_000 };
  const host = await startTestHost(backend.url, {}, { limits });
  const incomplete = await openSocket(host.port);
  incomplete.write(`${head}Content-Length: ${limit}\r\n\r\n${'x'.repeat(limit - 1)}`);
  incomplete.destroy();
  await waitFor(async () => {
    const request = `${head}Content-Length: ${limit}\r\n\r\n${'x'.repeat(limit)}`;
    expect((await sendRaw(host.port, request)).status).toBe(200);
  });
});
