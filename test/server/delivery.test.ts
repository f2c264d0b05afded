import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { answerBrief, startRawBackend } from '../support/hostRawBackend.ts';
import { openSocket, sendRaw, whenClosed } from '../support/hostRawClient.ts';
import { startTestHost } from '../support/hostStart.ts';

const submission =
  'POST /rest/subscriber-feedback/form-submit HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';
const brief = 'GET /rest/subscriber-feedback/briefs/daily HTTP/1.1\r\nHost: a\r\n\r\n';

/** A backend that holds its answers back. */
async function startHeld() {
  const held: Socket[] = [];
  let arrived = (_socket: Socket) => {};
  const backend = await startRawBackend((socket) => {
    held.push(socket);
    arrived(socket);
  });
  const nextRequest = () =>
    new Promise<Socket>((resolve) => {
      arrived = resolve;
    });
  return { backend, nextRequest };
}

test('a submission whose sender has left goes through to the end', async () => {
  const { backend, nextRequest } = await startHeld();
  const host = await startTestHost(backend.url);
  const client = await openSocket(host.port);
  const request = nextRequest();
  client.write(submission);
  const socket = await request;
  let closed = false;
  socket.once('close', () => {
    closed = true;
  });
  client.resetAndDestroy();
  // The host serves another request after it has seen the sender leave.
  await whenClosed(client);
  for (let i = 0; i < 3; i++) await sendRaw(host.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(closed).toBe(false);
  const answer = ' '.repeat(1_000_000);
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\n\r\n${answer}`);
  await backend.whenEmpty();
  expect(backend.requests).toHaveLength(1);
});

test('a submission without a sender still has a time limit', async () => {
  const { backend, nextRequest } = await startHeld();
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '100' });
  const client = await openSocket(host.port);
  const request = nextRequest();
  client.write(submission);
  await request;
  client.destroy();
  await backend.whenEmpty();
});

test('stopping waits for a submission whose sender has left', async () => {
  const { backend, nextRequest } = await startHeld();
  const host = await startTestHost(backend.url);
  const client = await openSocket(host.port);
  const request = nextRequest();
  client.write(submission);
  const socket = await request;
  client.destroy();
  await whenClosed(client);
  let stopped = false;
  const closed = host.close().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(stopped).toBe(false);
  answerBrief(socket, 1);
  await closed;
  await backend.whenEmpty();
});

test('a reader who leaves ends the call to the backend at once', async () => {
  const { backend, nextRequest } = await startHeld();
  const host = await startTestHost(backend.url);
  const client = await openSocket(host.port);
  const request = nextRequest();
  client.write(brief);
  await request;
  const left = performance.now();
  client.destroy();
  await backend.whenEmpty();
  expect(performance.now() - left).toBeLessThan(1_000);
});

test('a reader who leaves in the middle of an answer ends the call at once', async () => {
  const { backend, nextRequest } = await startHeld();
  const host = await startTestHost(backend.url);
  const client = await openSocket(host.port);
  const request = nextRequest();
  client.write(brief);
  (await request).write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin');
  await once(client, 'data');
  client.destroy();
  await backend.whenEmpty();
});

test('a submission has a connection of its own', async () => {
  const backend = await startRawBackend(answerBrief);
  const host = await startTestHost(backend.url);
  await sendRaw(host.port, brief);
  const kept = [...backend.open];
  await sendRaw(host.port, submission);
  expect(backend.requests[1]).toMatch(/\r\nconnection: close\r\n/i);
  expect([...backend.open].filter((socket) => kept.includes(socket))).toEqual(kept);
});
