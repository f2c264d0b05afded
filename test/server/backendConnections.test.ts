import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { get, sendRaw } from '../support/host/rawClient.ts';
import {
  brief,
  type SocketHandler,
  sendBrief,
  startRawBackend,
} from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { waitFor } from '../support/waitFor.ts';

const wrong = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong';
/** A GET after whose response the host closes the connection, because its length may be that of no body. */
const closing = (target: string) => get(target).replace('Host', 'Connection: close\r\nHost');

const notModified = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n';

/** The first request of each pair, and the head of the response to it, which has a body all the same. */
const bodiless: [string, string, string][] = [
  ['a HEAD', 'HEAD', `HTTP/1.1 200 OK\r\nContent-Length: ${wrong.length}\r\n\r\n`],
  ['a 204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['a 204 with a length', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 43\r\n\r\n'],
  ['a 304', 'GET', `${notModified}\r\n`],
  ['a 304 with a length', 'GET', `${notModified}Content-Length: ${wrong.length}\r\n\r\n`],
  ['a chunked 304', 'GET', `${notModified}Transfer-Encoding: chunked\r\n\r\n`],
  ['a complete body', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
];

test.each(bodiless)(
  'bytes beyond %s, at once or later, are the response to none of 40 other requests',
  async (_name, method, head) => {
    let delayMs: number | undefined;
    const backend = await startRawBackend((socket, count) => {
      if (!backend.requests.at(-1)?.includes('/rest/odd')) return sendBrief(socket, count);
      if (delayMs === undefined) return socket.write(head + wrong);
      socket.write(head);
      setTimeout(() => socket.write(wrong), delayMs);
    });
    const { port } = await startTestHost(backend.url);
    for (delayMs of [undefined, 0, 1, 3]) {
      for (let round = 0; round < 5; round++) {
        await sendRaw(port, closing('/rest/odd').replace('GET', method));
        // Bytes beyond a complete body can be told from a response only while the connection is idle.
        if (head.endsWith('{}')) await wait(50);
        for (let i = 0; i < 2; i++) {
          expect(await sendRaw(port, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
        }
      }
    }
  },
);

test.each([
  ['a 304', `${notModified}\r\n`],
  ['a 304 with a length', `${notModified}Content-Length: 9\r\n\r\n`],
  ['a 204', 'HTTP/1.1 204 No Content\r\n\r\n'],
])('the connection of %s is used again', async (_name, head) => {
  let servedCount = 0;
  const backend = await startRawBackend((socket, count) => {
    servedCount = count;
    socket.write(head);
  });
  const { port } = await startTestHost(backend.url);
  await waitFor(async () => {
    await sendRaw(port, closing('/rest/a'));
    expect(servedCount).toBeGreaterThan(1);
  });
});

test('a GET whose connection has the rest of another response is sent again', async () => {
  const backend = await startRawBackend((socket, count) => {
    sendBrief(socket, count);
    setTimeout(() => socket.write('the rest of a body that is longer than announced'));
  });
  const { port } = await startTestHost(backend.url);
  for (let i = 0; i < 20; i++) {
    expect(await sendRaw(port, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
  }
});

test('no request waits for a connection that is silent after a 304, unless more are silent than may be in flight', async () => {
  const backend = await startRawBackend((socket) => socket.write(`${notModified}\r\n`));
  const { port } = await startTestHost(backend.url, { MAX_IN_FLIGHT: '1' });
  const expectNotModified = async () => {
    expect((await sendRaw(port, get('/rest/a'))).status).toBe(304);
  };
  await waitFor(async () => {
    await expectNotModified();
    expect(backend.sockets.size).toBe(2);
  });
  for (let i = 0; i < 5; i++) await expectNotModified();
  expect(backend.sockets.size).toBeLessThan(3);
});

test('a connection that a backend has authenticated is not used for anybody else', async () => {
  const authenticated = new WeakSet<object>();
  const backend = await startRawBackend((socket) => {
    const request = backend.requests.at(-1) ?? '';
    if (/\r\nauthorization: NTLM/i.test(request)) authenticated.add(socket);
    const body = authenticated.has(socket) ? 'private data of alice' : 'nobody';
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  });
  const { port } = await startTestHost(backend.url);
  const alice = get('/rest/a').replace('\r\n\r\n', '\r\nAuthorization: NTLM x\r\n\r\n');
  for (let i = 0; i < 3; i++) {
    expect((await sendRaw(port, alice)).body).toBe('private data of alice');
    expect((await sendRaw(port, get('/rest/a'))).body).toBe('nobody');
  }
  expect(backend.requests).toHaveLength(6);
});

test('a 408 of the backend, after which browsers repeat a POST, becomes a 504 that may have arrived', async () => {
  const timeout: SocketHandler = (socket) =>
    socket.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n');
  const backend = await startRawBackend(timeout);
  const { port } = await startTestHost(backend.url);
  const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';
  for (const request of [get('/rest/a'), post]) {
    const { status, body } = await sendRaw(port, request);
    expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 504, mayHaveArrived: true });
  }
  expect(backend.requests).toHaveLength(2);
});
