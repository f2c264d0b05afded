import { expect, test } from 'vitest';
import { get, sendRaw } from '../support/host/rawClient.ts';
import { brief, sendBrief, startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';
import { waitFor } from '../support/waitFor.ts';

const wrong = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong';

/** A GET after whose response the host closes the connection, because its length may be that of no body. */
const closing = (target: string) => get(target).replace('Host', 'Connection: close\r\nHost');

/** The response to a first request, without what the backend sends after it. */
const complete: [string, string, string][] = [
  ['a HEAD', 'HEAD', `HTTP/1.1 200 OK\r\nContent-Length: ${wrong.length}\r\n\r\n`],
  ['a 204', 'GET', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['a 304 with a length', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 43\r\n\r\n'],
  ['a complete 200', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
];

test.each(complete)(
  'bytes beyond %s, at once or up to 80 ms later, are the response to none of 300 other requests',
  async (_name, method, head) => {
    const delaysMs = [undefined, 0, 3, 10, 50, 80];
    let oddCount = 0;
    let lateCount = 0;
    const backend = await startRawBackend((socket, count) => {
      if (!backend.requests.at(-1)?.includes('/rest/odd')) return sendBrief(socket, count);
      const delayMs = delaysMs[oddCount++ % delaysMs.length];
      if (delayMs === undefined) return socket.write(head + wrong);
      socket.write(head);
      setTimeout(() => {
        socket.write(wrong);
        lateCount++;
      }, delayMs);
    });
    const { port } = await startTestHost(backend.url);
    const odd = closing('/rest/odd').replace('GET', method);
    let others = 0;
    while (others < 300) {
      const awaited = lateCount + delaysMs.length - 1;
      await Promise.all(delaysMs.map(() => sendRaw(port, odd)));
      while (lateCount < awaited || others % 60 > 0) {
        others++;
        expect(await sendRaw(port, get('/rest/a'))).toMatchObject({ status: 200, body: brief });
      }
    }
  },
  longTestTimeoutMs,
);

test.each(complete.slice(1))('the connection of %s is used again', async (_name, _method, head) => {
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

test('not more connections are kept than requests may be in flight', async () => {
  const backend = await startRawBackend();
  const { port } = await startTestHost(
    backend.url,
    { MAX_IN_FLIGHT: '2' },
    {
      limits: { backendConnectionMaxAgeMs: 60_000 },
    },
  );
  for (let i = 0; i < 20; i++) await sendRaw(port, get('/rest/a'));
  await waitFor(() => expect(backend.sockets.size).toBeLessThan(3));
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

test.each([
  ['408 Request Timeout', 504],
  ['421 Misdirected Request', 502],
])(
  'a %s of the backend, after which browsers repeat a POST, becomes a %i that may have arrived',
  async (statusLine, expected) => {
    const backend = await startRawBackend((socket) =>
      socket.write(`HTTP/1.1 ${statusLine}\r\nContent-Length: 0\r\n\r\n`),
    );
    const { port } = await startTestHost(backend.url);
    const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}';
    for (const request of [get('/rest/a'), post]) {
      const { status, body } = await sendRaw(port, request);
      expect({ status, ...JSON.parse(body) }).toMatchObject({
        status: expected,
        mayHaveArrived: true,
      });
    }
    expect(backend.requests).toHaveLength(2);
  },
);
