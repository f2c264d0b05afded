import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { get, openSocket, post, postHead, sendOn, whenClosed } from '../rawClient.ts';
import { brief, type SocketHandler, sendBrief, startRawBackend } from '../startRawBackend.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

afterEach(() => void vi.useRealTimers());

/** Lets a call to the backend time out only when the test says so. */
const fakeTimers = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const timeOut = () => void vi.advanceTimersByTime(20_000);

const requests = { 'a GET': get('/rest/a'), 'a POST': post };

const sendBytes =
  (bytes: string): SocketHandler =>
  (socket) =>
    socket.end(bytes, 'latin1');

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n';

/** The headers of a response whose body is incomplete. */
const incompleteHead = [
  'HTTP/1.1 201 Created by a backend',
  'Content-Type: json',
  'Content-Encoding: gzip',
  'Cache-Control: max-age=60',
  'Content-Security-Policy: default-src *',
  'Set-Cookie: a=b',
  'Location: /a',
  'Content-Length: 100\r\n\r\n',
].join('\r\n');

const ok = 'HTTP/1.1 200 OK\r\n';
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';

/** Failures of a backend, by their code in the log. */
const failures: Record<string, Record<string, SocketHandler>> = {
  ECONNRESET: {
    'closes the connection before the response': (socket) => socket.end(),
    'closes the connection after the headers': sendBytes(incompleteHead),
  },
  HPE_INVALID_CONSTANT: {
    'speaks SSH': sendBytes('SSH-2.0-OpenSSH_9.2\r\n'),
    'speaks HTTP/2': sendBytes('\0\0\x06\x04\0\0\0\0\0\0\x05\0\0\x40\0'),
  },
  HPE_INVALID_CHUNK_SIZE: {
    'sends an invalid chunk size': sendBytes(`${chunked}\r\n0x2\r\n{}\r\n0\r\n\r\n`),
  },
  HPE_INVALID_CONTENT_LENGTH: {
    'sends Content-Length and Transfer-Encoding': sendBytes(
      `${chunked}Content-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ),
  },
  HPE_HEADER_OVERFLOW: {
    'sends more than 16 KiB of headers': sendBytes(`${ok}X-A: ${'a'.repeat(20_000)}\r\n\r\n{}`),
  },
  ERR_BACKEND_TRANSFER_ENCODING: {
    'sends the transfer coding gzip': sendBytes(
      `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ),
  },
  ERR_BACKEND_STATUS: {
    'sends the status 099 and waits': (socket) =>
      socket.write('HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n'),
    'sends the status 600 and a malformed chunk': sendBytes(
      `${chunked.replace('200', '600')}\r\nz\r\n`,
    ),
    'sends 101 without an upgrade': sendBytes('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  },
  EPROTO: {
    'switches protocols': (socket) => socket.write(upgrade),
  },
  ETIMEDOUT: {
    'never responds': () => {},
    'sends only headers': (socket) => socket.write(incompleteHead),
    'sends informational responses without end': (socket) => {
      const interval = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 1);
      socket.once('close', () => clearInterval(interval));
    },
  },
};

/** The codes that docs/operations.md explains, such as `ECONNRESET` or, for all that begin with it, `HPE_…`. */
const explained: string[] =
  readFileSync('docs/operations.md', 'utf8').match(/(?<=`)[A-Z_]+…?(?=`)/g) ?? [];

const isExplained = (code: string) =>
  explained.includes(code) ||
  explained.some((start) => start.endsWith('…') && code.startsWith(start.slice(0, -1)));

for (const [code, handlers] of Object.entries(failures)) {
  const status = code === 'ETIMEDOUT' ? 504 : 502;
  test.each(Object.entries(handlers))(
    `a backend that %s results in ${status} and ${code} in the log, is not called twice and can recover`,
    async (_name, handler) => {
      if (status === 504) fakeTimers();
      const { backend, port, requests: logged } = await startTestHost({ handler });
      const client = await openSocket(port);
      const sent = Object.values(requests);
      for (const [i, request] of sent.entries()) {
        const pending = sendOn(client, request);
        await waitFor(() => expect(backend.requests).toHaveLength(i + 1));
        if (status === 504) timeOut();
        const { head, body, truncated } = await pending;
        const expected = { status, truncated: false, mayHaveArrived: true };
        expect({ ...JSON.parse(body), truncated }).toMatchObject(expected);
        expect(head).toMatch(`HTTP/1.1 ${status} `);
        expect(head).not.toMatch(/gzip|max-age=60|default-src \*|a=b|^location/im);
        expect(head + body).not.toMatch(/by a backend|127\.0\.0\.1/);
      }
      await backend.whenAllClosed();
      expect(backend.requests, 'requests that were not sent twice').toHaveLength(2);
      const line = { level: 'warn', statusCode: status, outcome: 'completed', backendError: code };
      await waitFor(() => expect(logged()).toMatchObject([line, line]));
      backend.use(sendBrief);
      for (const request of sent) {
        expect(await sendOn(client, request)).toMatchObject({ status: 200, body: brief });
      }
    },
  );
}

test('docs/operations.md explains every code of a failure', () => {
  expect(Object.keys(failures).filter((code) => !isExplained(code))).toEqual([]);
});

const incomplete: Record<string, SocketHandler> = {
  'closes the connection mid-chunk': sendBytes(`${chunked}\r\n40\r\n{"name":`),
  'stops mid-body': (socket) => socket.write(`${ok}Content-Length: 1000\r\n\r\n{`),
};

test.each(Object.entries(incomplete))(
  'a backend that %s results in a truncated 200, and in a reset for HTTP/1.0',
  async (_name, handler) => {
    fakeTimers();
    const { backend, port, requests: logged } = await startTestHost({ handler });
    for (const request of Object.values(requests)) {
      const client = await openSocket(port);
      const response = sendOn(client.once('data', timeOut), request);
      expect(await response).toMatchObject({ status: 200, truncated: true });
    }
    const client = await openSocket(port);
    client.once('data', timeOut).write('GET /rest/a HTTP/1.0\r\n\r\n');
    expect(await once(client, 'error')).toMatchObject([{ code: 'ECONNRESET' }]);
    await backend.whenAllClosed();
    const line = { statusCode: 200, outcome: 'broken', backendError: expect.any(String) };
    await waitFor(() => expect(logged()).toMatchObject([line, line, line]));
  },
);

test.each(Object.entries(requests))(
  '%s to a backend that refuses connections results in 502 until the backend is up',
  async (_name, request) => {
    const stopped = await startRawBackend();
    stopped.stop();
    const { send } = await startTestHost({ backendUrl: stopped.url });
    expect(JSON.parse((await send(request)).body)).toMatchObject({
      status: 502,
      mayHaveArrived: false,
    });
    await startRawBackend(sendBrief, stopped.port);
    expect(await send(request)).toMatchObject({ status: 200, body: brief });
  },
);

test('a backend that never completes the TLS handshake results in 504 with mayHaveArrived false', async () => {
  const backend = await startRawBackend();
  const backendUrl = backend.url.replace('http:', 'https:');
  const { send } = await startTestHost({ backendUrl, limits: { connectTimeoutMs: 50 } });
  const { body } = await send(post);
  expect(JSON.parse(body)).toMatchObject({ status: 504, mayHaveArrived: false });
  await backend.whenAllClosed();
});

/** Valid and invalid ones. */
const anyRequests = [
  get('/app/subscriber-feedback/'),
  get('/rest/a'),
  get('/rest/a', 'Connection: Upgrade', 'Upgrade: x'),
  post,
  `${postHead}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(3_000)}`,
  `${postHead}Content-Length: 90000\r\n\r\n${'x'.repeat(90_000)}`,
  'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'no request\r\n\r\n',
];

/** Sends bytes, closes or resets the connection, and waits until the host has closed it too. */
async function sendAndClose(port: number, bytes: string, isReset: boolean) {
  const socket = await openSocket(port);
  const closed = whenClosed(socket.resume());
  socket.write(bytes, () => (isReset ? socket.resetAndDestroy() : socket.end()));
  await closed;
}

test('the host survives clients that close or reset after any two requests or any byte of a POST', async () => {
  const env = { PROXY_TIMEOUT_MS: '1000', LOG_LEVEL: 'warn' };
  const { backend, port, send, lines } = await startTestHost({ env });
  const pairs = anyRequests.flatMap((one) => anyRequests.map((other) => one + other));
  const parts = Array.from(post, (_, length) => post.slice(0, length));
  const sent = [...pairs, ...parts].map((bytes, i) => sendAndClose(port, bytes, i % 2 === 1));
  await Promise.all(sent);
  expect(await send(get('/health/live'))).toMatchObject({ status: 200 });
  const heads = backend.requests.map((request) => request.split('\r\n', 1)[0]);
  const allowed = ['GET /rest/a HTTP/1.1', 'POST /rest/a HTTP/1.1'];
  expect(allowed).toEqual(expect.arrayContaining([...new Set(heads)]));
  expect(lines().filter(({ level }) => level !== 'warn')).toEqual([]);
});
