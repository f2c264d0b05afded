import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../server/limits.ts';
import { startRawBackend } from '../support/hostRawBackend.ts';
import { openSocket, readAnswer, sendRaw, whenClosed } from '../support/hostRawClient.ts';
import { startTestHost } from '../support/hostStart.ts';

const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const limit = 64 * 1024;

async function start() {
  const backend = await startRawBackend();
  return { backend, host: await startTestHost(backend.url) };
}

function chunked(size: number, chunk = 8 * 1024): string {
  const whole = `${chunk.toString(16)}\r\n${'x'.repeat(chunk)}\r\n`.repeat(
    Math.floor(size / chunk),
  );
  const rest = size % chunk;
  return `${whole}${rest ? `${rest.toString(16)}\r\n${'x'.repeat(rest)}\r\n` : ''}0\r\n\r\n`;
}

test('a body of 64 KiB arrives, whether its length is told or not', async () => {
  const { backend, host } = await start();
  const body = 'x'.repeat(limit);
  const told = await sendRaw(host.port, `${head}Content-Length: ${limit}\r\n\r\n${body}`);
  expect(told.status).toBe(200);
  const untold = await sendRaw(
    host.port,
    `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(limit)}`,
  );
  expect(untold.status).toBe(200);
  expect(backend.requests.map((request) => request.endsWith(body))).toEqual([true, true]);
});

test('one byte more is 413 and reaches nobody', async () => {
  const { backend, host } = await start();
  const told = `${head}Content-Length: ${limit + 1}\r\n\r\n${'x'.repeat(limit + 1)}`;
  const untold = `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(limit + 1)}`;
  for (const request of [told, untold]) {
    const { status, body } = await sendRaw(host.port, request);
    expect(status).toBe(413);
    expect(JSON.parse(body).message).toBe('The body is larger than 64 KiB.');
  }
  expect(backend.open.size).toBe(0);
});

test('a length that is too large is refused before the body is sent', async () => {
  const { host } = await start();
  const answer = await sendRaw(host.port, `${head}Content-Length: 1000000000\r\n\r\n`);
  expect(answer.status).toBe(413);
});

test('a body without end is refused while it streams, and then cut off', async () => {
  const { backend } = await start();
  const limits = { ...defaultLimits, lingerMs: 50 };
  const host = await startTestHost(backend.url, {}, { limits });
  const socket = await openSocket(host.port);
  const answer = readAnswer(socket);
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
  const stream = setInterval(() => socket.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`), 2);
  const closed = whenClosed(socket);
  expect((await answer).status).toBe(413);
  await closed;
  clearInterval(stream);
  expect(backend.open.size).toBe(0);
});

test('a refused body that was already on its way does not cost the connection', async () => {
  const { host } = await start();
  const socket = await openSocket(host.port);
  const first = readAnswer(socket);
  socket.write(`${head}Content-Length: ${limit * 4}\r\n\r\n${'x'.repeat(limit * 4)}`);
  expect((await first).status).toBe(413);
  const second = readAnswer(socket);
  socket.write('GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n');
  expect((await second).status).toBe(200);
});

test('a compressed body is 415, as its size is not known', async () => {
  const { backend, host } = await start();
  const body = gzipSync('x'.repeat(10_000_000));
  const request = `${head}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answer = await sendRaw(host.port, Buffer.concat([Buffer.from(request), body]));
  expect(answer.status).toBe(415);
  expect(backend.requests).toEqual([]);
});

test('a body that stops in the middle reaches nobody', async () => {
  const { backend, host } = await start();
  const socket = await openSocket(host.port);
  const answer = readAnswer(socket);
  socket.end(`${head}Content-Length: 100\r\n\r\nhalf`);
  expect((await answer).status).toBe(400);
  expect((await sendRaw(host.port, 'GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n')).status).toBe(200);
  expect(backend.requests).toHaveLength(1);
});
