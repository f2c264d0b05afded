import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startHttpServer } from '../startHttpServer.ts';
import { waitFor } from '../waitFor.ts';
import { get, openSocket, sendOn, sendRaw, whenClosed } from './fixtures/rawClient.ts';
import {
  brief,
  type SocketHandler,
  sendBrief,
  startRawBackend,
} from './fixtures/startRawBackend.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

const requests = {
  'a GET': get('/rest/a'),
  'a POST': 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}',
};

const sendBytes =
  (bytes: string): SocketHandler =>
  (socket) =>
    socket.end(bytes, 'latin1');

/** Sends bytes, then resets the connection once the host has read them. */
const sendThenReset =
  (bytes: string): SocketHandler =>
  (socket) =>
    socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20));

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

/** What a backend does, the code in the log, and how. */
const failures: [string, string, SocketHandler][] = [
  ['closes the connection before the response', 'ECONNRESET', (socket) => socket.end()],
  ['closes the connection after the headers', 'ECONNRESET', sendBytes(incompleteHead)],
  ['resets the connection after the headers', 'ECONNRESET', sendThenReset(incompleteHead)],
  ['speaks SSH', 'HPE_INVALID_CONSTANT', sendBytes('SSH-2.0-OpenSSH_9.2\r\n')],
  ['speaks HTTP/2', 'HPE_INVALID_CONSTANT', sendBytes('\0\0\x06\x04\0\0\0\0\0\0\x05\0\0\x40\0')],
  [
    'sends an invalid chunk size',
    'HPE_INVALID_CHUNK_SIZE',
    sendBytes(`${chunked}\r\n0x2\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    'sends Content-Length and Transfer-Encoding',
    'HPE_INVALID_CONTENT_LENGTH',
    sendBytes(`${chunked}Content-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  ],
  [
    'sends the transfer coding gzip',
    'ERR_BACKEND_TRANSFER_ENCODING',
    sendBytes('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  ],
  [
    'sends the status 099',
    'ERR_BACKEND_STATUS',
    sendBytes('HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n{}'),
  ],
  [
    'sends the status 600 and a malformed chunk',
    'ERR_BACKEND_STATUS',
    sendBytes(`${chunked.replace('200', '600')}\r\nz\r\n`),
  ],
  [
    'sends 101 without an upgrade',
    'ERR_BACKEND_STATUS',
    sendBytes('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  ],
  [
    'switches protocols',
    'EPROTO',
    (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  ],
  [
    'sends more than 16 KiB of headers',
    'HPE_HEADER_OVERFLOW',
    sendBytes(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n{}`),
  ],
];

const timeouts: [string, SocketHandler][] = [
  ['never responds', () => {}],
  ['sends only headers', (socket) => socket.write(incompleteHead)],
  [
    'sends informational responses without end',
    (socket) => {
      const interval = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 1);
      socket.once('close', () => clearInterval(interval));
    },
  ],
];

/** The codes that docs/operations.md explains, such as `ECONNRESET` or, for all that begin with it, `HPE_…`. */
const explained: string[] =
  readFileSync('docs/operations.md', 'utf8').match(/(?<=`)[A-Z_]+…?(?=`)/g) ?? [];

const isExplained = (code: string) =>
  explained.includes(code) ||
  explained.some((start) => start.endsWith('…') && code.startsWith(start.slice(0, -1)));

/** Sends a GET and a POST to a backend that fails, and again when it works, on one connection of a client. */
async function expectGatewayError(
  handler: SocketHandler,
  status: string,
  backendError: string,
  env = {},
) {
  const { backend, port, requests: logged } = await startTestHost({ handler, env });
  const client = await openSocket(port);
  for (const request of Object.values(requests)) {
    const response = await sendOn(client, request);
    const { head, body } = response;
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(JSON.parse(body)).toMatchObject({ mayHaveArrived: true });
    expect(response).toMatchObject({ truncated: false });
    expect(head + body).not.toMatch(`127.0.0.1:${backend.port}`);
    expect(head).not.toMatch(/^(?:content-encoding|set-cookie|location):/im);
    expect(head).toMatch(/^content-type: application\/problem\+json$/im);
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(head).toMatch(/^x-frame-options: DENY$/im);
    expect(head).toMatch(/^x-request-id: [\w-]{36}$/im);
  }
  await backend.whenAllClosed();
  expect(backend.requests, 'requests that were not sent twice').toHaveLength(2);
  const line = { level: 'warn', backendError };
  await waitFor(() => expect(logged()).toMatchObject([line, line]));
  backend.use(sendBrief);
  for (const request of Object.values(requests)) {
    expect(await sendOn(client, request)).toMatchObject({ status: 200, body: brief });
  }
}

test.each(failures)(
  'a backend that %s results in 502 and %s in the log, is not called twice and can recover',
  async (_name, code, handler) => {
    await expectGatewayError(handler, '502 Bad Gateway', code);
    expect(code, 'a code that docs/operations.md explains').toSatisfy(isExplained);
  },
);

test.each(timeouts)(
  'a backend that %s results in 504, is not called twice and can recover',
  async (_name, handler) =>
    expectGatewayError(handler, '504 Gateway Timeout', 'ETIMEDOUT', { PROXY_TIMEOUT_MS: '300' }),
);

test.each<[string, SocketHandler]>([
  [
    'resets the connection mid-body',
    sendThenReset('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"name":'),
  ],
  ['closes the connection mid-chunk', sendBytes(`${chunked}\r\n40\r\n{"name":`)],
  [
    'sends the body a byte at a time',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      const interval = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(interval));
    },
  ],
])(
  'a backend that %s results in a truncated 200, and in a reset for HTTP/1.0',
  async (_name, handler) => {
    const env = { PROXY_TIMEOUT_MS: '300' };
    const { backend, port, requests: logged } = await startTestHost({ handler, env });
    for (const request of Object.values(requests)) {
      expect(await sendRaw(port, request)).toMatchObject({ status: 200, truncated: true });
    }
    const client = await openSocket(port);
    client.resume().write('GET /rest/a HTTP/1.0\r\n\r\n');
    expect(await once(client, 'error')).toMatchObject([{ code: 'ECONNRESET' }]);
    await backend.whenAllClosed();
    const line = { outcome: 'broken', backendError: expect.any(String) };
    await waitFor(() => expect(logged()).toMatchObject([line, line, line]));
  },
);

test.each(Object.entries(requests))(
  '%s to a backend that refuses connections results in 502 until the backend is up',
  async (_name, request) => {
    const stopped = await startRawBackend();
    stopped.stop();
    const { port } = await startTestHost({ backendUrl: stopped.url });
    const { status, body } = await sendRaw(port, request);
    expect(status).toBe(502);
    expect(JSON.parse(body)).toMatchObject({ mayHaveArrived: false });
    await startRawBackend(sendBrief, stopped.port);
    expect(await sendRaw(port, request)).toMatchObject({ status: 200, body: brief });
  },
);

test('a BACKEND_URL with https and an HTTP port results in 502 and EPROTO in the log', async () => {
  const { url } = await startHttpServer((_req, res) => res.end());
  const { port, requests: logged } = await startTestHost({
    backendUrl: url.replace('http', 'https'),
  });
  expect((await sendRaw(port, requests['a GET'])).status).toBe(502);
  await waitFor(() => expect(logged()).toMatchObject([{ backendError: 'EPROTO' }]));
});

test('a backend that never completes the TLS handshake results in 504 with mayHaveArrived false', async () => {
  const backend = await startRawBackend();
  const backendUrl = backend.url.replace('http:', 'https:');
  const { port } = await startTestHost({ backendUrl, limits: { connectTimeoutMs: 50 } });
  const { status, body } = await sendRaw(port, requests['a POST']);
  expect(status).toBe(504);
  expect(JSON.parse(body)).toMatchObject({ mayHaveArrived: false });
  await backend.whenAllClosed();
});

const slow: SocketHandler = (socket, count) => setTimeout(() => sendBrief(socket, count), 300);

test.each<[string, number, SocketHandler, SocketHandler?]>([
  ['that has been closed is sent again, on a new one', 200, (socket) => socket.destroy()],
  [
    'that gets a 408, as of a backend that closes it, is sent again',
    200,
    (socket) => socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'),
  ],
  ['that fails after the headers is not sent again', 502, sendThenReset(incompleteHead)],
  [
    'that is closed late is sent again, with the rest of PROXY_TIMEOUT_MS',
    504,
    (socket) => setTimeout(() => socket.destroy(), 850),
    slow,
  ],
  ['may get a slow response, as on a new one', 200, slow, slow],
])(
  'a GET on a reused connection %s, and results in %i',
  async (_name, expected, handler, onNewConnection = sendBrief) => {
    let isReused = false;
    const { port } = await startTestHost({
      env: { PROXY_TIMEOUT_MS: '1000' },
      limits: { connectTimeoutMs: 200, stallTimeoutMs: 200 },
      handler: (socket, count) => {
        isReused ||= count > 1;
        (count > 1 ? handler : onNewConnection)(socket, count);
      },
    });
    const status = await waitFor(async () => {
      const response = await sendRaw(port, requests['a GET']);
      expect(isReused, 'a connection was reused').toBe(true);
      return response.status;
    });
    expect(status).toBe(expected);
  },
);

const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\n';

/** Valid and invalid ones. */
const anyRequests = [
  get('/app/subscriber-feedback/'),
  get('/rest/a'),
  get('/rest/a').replace('GET', 'HEAD'),
  get('/rest/a').replace('Host', 'Connection: Upgrade\r\nUpgrade: x\r\nHost'),
  requests['a POST'],
  `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
  `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(3_000)}`,
  `${post}Content-Length: 90000\r\n\r\n${'x'.repeat(90_000)}`,
  'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'no request\r\n\r\n',
];

const endings = ['end', 'resetAndDestroy'] as const;

const env = { PROXY_TIMEOUT_MS: '1000', LOG_LEVEL: 'warn' };

/** Sends bytes, closes the connection, and waits until the host has closed it too. */
async function sendAndClose(port: number, bytes: string, ending: (typeof endings)[number]) {
  const socket = await openSocket(port);
  const closed = whenClosed(socket.resume());
  socket.write(bytes, () => socket[ending]());
  await closed;
}

test.each(endings)(
  'the host survives clients that call %s() after any two requests or any byte of a POST',
  async (ending) => {
    const { backend, port, lines } = await startTestHost({ env });
    const sequences = anyRequests.flatMap((first) => anyRequests.map((second) => first + second));
    const parts = Array.from(requests['a POST'], (_, length) =>
      requests['a POST'].slice(0, length),
    );
    await Promise.all([...sequences, ...parts].map((bytes) => sendAndClose(port, bytes, ending)));
    expect((await sendRaw(port, get('/health/live'))).status).toBe(200);
    const heads = backend.requests.map((request) => request.split('\r\n', 1)[0]);
    const allowed = ['GET /rest/a HTTP/1.1', 'HEAD /rest/a HTTP/1.1', 'POST /rest/a HTTP/1.1'];
    expect(allowed).toEqual(expect.arrayContaining([...new Set(heads)]));
    expect(lines().filter(({ level }) => level !== 'warn')).toEqual([]);
  },
);

test.each(endings)(
  'a backend that calls %s() after any byte of a response causes a 502 or a truncated response',
  async (ending) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n';
    const { backend, port, lines } = await startTestHost({
      env,
      handler: (socket) => {
        const length = Number(backend.requests.at(-1)?.match(/\d+/)?.[0]);
        socket.write(`${head}abc`.slice(0, length), () => socket[ending]());
      },
    });
    for (let length = 0; length < head.length + 3; length++) {
      const { status, truncated } = await sendRaw(port, get(`/rest/${length}`));
      // A reset may overtake the bytes before it.
      const isTruncated = length > head.length && (ending === 'end' || status === 200);
      expect({ status, truncated }, `after ${length} bytes`).toEqual(
        isTruncated ? { status: 200, truncated: true } : { status: 502, truncated: false },
      );
    }
    expect(lines().filter(({ level }) => level !== 'warn')).toEqual([]);
  },
);
