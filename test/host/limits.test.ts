import { once } from 'node:events';
import { expect, test } from 'vitest';
import { get, openSocket, postHead, sendOn, sendUntilClosed, whenClosed } from '../rawClient.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

const chunkedHead = `${postHead}Transfer-Encoding: chunked\r\n\r\n`;
const maxBytes = 64 * 1024;
const live = get('/health/live');

function withLength(length: number, body = 'x'.repeat(length)): string {
  return `${postHead}Content-Length: ${length}\r\n\r\n${body}`;
}

/** A POST whose body consists of equal chunks. */
function inChunks(length: number, chunkLength: number): string {
  const chunk = `${chunkLength.toString(16)}\r\n${'x'.repeat(chunkLength)}\r\n`;
  return `${chunkedHead}${chunk.repeat(length / chunkLength)}0\r\n\r\n`;
}

const allowed = {
  '64 KiB with Content-Length': { length: maxBytes, request: withLength(maxBytes) },
  '64 KiB in 16-byte chunks': { length: maxBytes, request: inChunks(maxBytes, 16) },
  '2,048 one-byte chunks': { length: 2_048, request: inChunks(2_048, 1) },
};

test.each(Object.entries(allowed))(
  'a body of %s is forwarded with a length',
  async (_name, { length, request }) => {
    const { backend, send } = await startTestHost();
    expect(await send(request)).toMatchObject({ status: 200 });
    const [forwarded = ''] = backend.requests;
    expect(forwarded).toMatch(new RegExp(`\r\ncontent-length: ${length}\r\n`, 'i'));
    expect(forwarded.split('\r\n\r\n')[1]).toBe('x'.repeat(length));
  },
);

const compressed = withLength(1).replace('Host', 'Content-Encoding: gzip\r\nHost');
const rejected = {
  'of more than 64 KiB results in 413 before it arrives': {
    status: 413,
    request: withLength(maxBytes + 1, ''),
  },
  'of more than 64 KiB in chunks results in 413': {
    status: 413,
    request: inChunks(maxBytes + 16, 16),
  },
  'of 2,049 one-byte chunks results in 400': { status: 400, request: inChunks(2_049, 1) },
  'of unknown size, because it is compressed, results in 415': { status: 415, request: compressed },
};

test.each(Object.entries(rejected))(
  'a body %s and is not forwarded',
  async (_name, { status, request }) => {
    const { backend, send } = await startTestHost();
    const response = await send(request);
    expect(response).toMatchObject({ status });
    expect(JSON.parse(response.body)).toMatchObject({ status });
    expect(backend.requests).toEqual([]);
  },
);

test('an endless body is rejected while it arrives, then its connection is closed', async () => {
  const { port } = await startTestHost({ limits: { lingerMs: 50 } });
  const socket = await openSocket(port);
  const response = sendOn(socket, chunkedHead);
  const interval = setInterval(() => socket.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`), 2);
  const closed = whenClosed(socket);
  expect((await response).status).toBe(413);
  await closed;
  clearInterval(interval);
});

test('a body that nobody reads may not have more chunks', async () => {
  const { port } = await startTestHost({ limits: { lingerMs: 60_000 } });
  const request = chunkedHead.replace('/rest/a', '/none') + '1\r\nx\r\n'.repeat(2_049);
  expect(await sendUntilClosed(port, request)).toMatch(/^HTTP\/1.1 404 /);
});

test('an incomplete body that still arrives is not rejected for those that have stalled', async () => {
  const { port, send } = await startTestHost({ limits: { maxBufferedBytes: 3 * maxBytes } });
  const honest = await openSocket(port);
  const response = sendOn(honest, withLength(20, ''));
  for (let i = 0; i < 20; i++) {
    honest.write('x');
    const stalled = await openSocket(port);
    stalled.write(withLength(maxBytes, 'x'.repeat(maxBytes - 1)));
    await send(live);
  }
  expect((await response).status).toBe(200);
});

test.each([
  ['the memory for all bodies is used up', { limits: { maxBufferedBytes: 100 * 1024 } }],
  ['MAX_IN_FLIGHT requests are at the backend', { env: { MAX_IN_FLIGHT: '1' } }],
])(
  'while %s, a POST results in 503 with Retry-After, and only proxied requests do',
  async (_name, options) => {
    const { backend, send } = await startTestHost({ ...options, handler: () => {} });
    const post = withLength(maxBytes);
    const first = send(post);
    await backend.whenRequested();
    const rejected = await send(post);
    expect(rejected.status).toBe(503);
    expect(rejected.head).toMatch(/\r\nretry-after: \d+\r\n/i);
    expect(await send(get('/health/ready'))).toMatchObject({ status: 200 });
    expect(backend.requests).toHaveLength(1);

    backend.recover();
    expect((await first).status).toBe(200);
    await expect.poll(async () => (await send(post)).status).toBe(200);
  },
);

test('beyond MAX_CONNECTIONS, the connection that has waited longest for its client is closed', async () => {
  const host = await startTestHost({ env: { MAX_CONNECTIONS: '3', METRICS_PORT: '0' } });
  for (let i = 0; i < 3; i++) await host.send(live);
  const incomplete = await openSocket(host.port);
  const idle = await openSocket(host.port);
  await sendOn(idle, live);
  incomplete.write(withLength(9, 'half').replace('Host', 'Expect: 100-continue\r\nHost'));
  // The host has read the headers.
  await once(incomplete, 'data');
  // No request, but Node.js restarts its keep-alive timeout.
  idle.write('\r\n');
  const silent = await openSocket(host.port);
  const closed: string[] = [];
  for (const [name, socket] of Object.entries({ idle, incomplete, silent })) {
    socket.resume().on('close', () => closed.push(name));
  }
  for (let i = 1; i <= 3; i++) {
    const socket = await openSocket(host.port);
    expect(await sendOn(socket, live)).toMatchObject({ status: 200 });
    await waitFor(() => expect(closed).toHaveLength(i));
  }
  expect(closed).toEqual(['idle', 'incomplete', 'silent']);
  expect(await host.readMetrics()).toMatch(/^http_connections_evicted_total 3$/m);
});

test('a connection whose request is at the backend is not closed', async () => {
  const env = { MAX_CONNECTIONS: '2' };
  const { backend, port, send } = await startTestHost({ env, handler: () => {} });
  const response = send(get('/rest/a'));
  await backend.whenRequested();
  const silent = await Promise.all(Array.from({ length: 4 }, () => openSocket(port)));
  await Promise.all(silent.slice(0, 3).map((client) => whenClosed(client.resume())));
  backend.recover();
  expect(await response).toMatchObject({ status: 200, truncated: false });
});
