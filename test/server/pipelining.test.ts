import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  get,
  openSocket,
  sendOn,
  sendRaw,
  sendUntilClosed,
  whenClosed,
} from '../support/host/rawClient.ts';
import { type SocketHandler, startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

async function start(handler?: SocketHandler) {
  const backend = await startRawBackend(handler);
  return { backend, host: await startTestHost(backend.url) };
}

const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`;

test.each([
  ['a GET', get('/rest/b')],
  ['4,000 POSTs', post('/rest/b').repeat(4_000)],
  ['an incomplete POST', post('/rest/b').slice(0, -2)],
  ['malformed bytes', 'no request\r\n\r\n'],
])(
  '%s before the previous response is dropped, and the connection closes after that response',
  async (_, next) => {
    const { backend, host } = await start();
    const received = await sendUntilClosed(host.port, get('/rest/a') + next);
    expect(received.match(/^HTTP\/1\.1 .*/gm)).toEqual(['HTTP/1.1 200 OK']);
    expect(received).toMatch(/^connection: close$/im);
    await host.close();
    expect(backend.requests).toHaveLength(1);
  },
);

test('a request behind a response that has begun ends the connection after that response', async () => {
  const { backend, host } = await start((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{');
  });
  const client = await openSocket(host.port);
  client.write(get('/rest/a'));
  await once(client, 'data');
  const closed = whenClosed(client.resume());
  client.write(get('/rest/b').repeat(20));
  await sendRaw(host.port, get('/'));
  for (const socket of backend.sockets) socket.write('}');
  await closed;
  expect(backend.requests).toHaveLength(1);
});

test('requests that each wait for the previous response share a connection', async () => {
  const { backend, host } = await start();
  const socket = await openSocket(host.port);
  for (let i = 0; i < 20; i++) {
    const request = i % 2 === 0 ? post('/rest/a') : get('/app/subscriber-feedback/');
    expect(await sendOn(socket, request)).toMatchObject({ status: 200, truncated: false });
  }
  expect(backend.requests).toHaveLength(10);
});

test.each([
  ['a rejected request', get('/rest/a;b')],
  ['a request with HTTP/1.0', 'GET /none HTTP/1.0\r\n\r\n'],
  ['CONNECT', 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'],
])('nothing after %s is forwarded', async (_, first) => {
  const { backend, host } = await start();
  await sendUntilClosed(host.port, first + post('/rest/1') + post('/rest/2'));
  await host.close();
  expect(backend.requests).toEqual([]);
});

test('the response to a request with Upgrade closes the connection, because Node.js drops what follows', async () => {
  const { backend, host } = await start();
  const received = await sendUntilClosed(
    host.port,
    `GET /rest/a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${get('/rest/b')}`,
  );
  expect(received).toMatch(/^connection: close$/im);
  expect(backend.requests).toHaveLength(1);
});
