import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { get, openSocket, sendOn, whenClosed } from '../rawClient.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { brief, type SocketHandler, sendBrief, startRawBackend } from '../startRawBackend.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

const requests = {
  'a GET': get('/rest/a'),
  'a POST': 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}',
};

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
    'sends the status 099': sendBytes('HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n{}'),
    'sends the status 600 and a malformed chunk': sendBytes(
      `${chunked.replace('200', '600')}\r\nz\r\n`,
    ),
    'sends 101 without an upgrade': sendBytes('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  },
  EPROTO: {
    'switches protocols': (socket) => socket.write(upgrade),
  },
};

const timeouts: Record<string, SocketHandler> = {
  'never responds': () => {},
  'sends only headers': (socket) => socket.write(incompleteHead),
  'sends informational responses without end': (socket) => {
    const interval = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 1);
    socket.once('close', () => clearInterval(interval));
  },
};

/** The codes that docs/operations.md explains, such as `ECONNRESET` or, for all that begin with it, `HPE_…`. */
const explained: string[] =
  readFileSync('docs/operations.md', 'utf8').match(/(?<=`)[A-Z_]+…?(?=`)/g) ?? [];

const isExplained = (code: string) =>
  explained.includes(code) ||
  explained.some((start) => start.endsWith('…') && code.startsWith(start.slice(0, -1)));

/** Sends a GET and a POST to a backend that fails, and again when it works, on one connection of a client. */
async function expectGatewayError(
  handler: SocketHandler,
  status: 502 | 504,
  backendError: string,
  env = {},
) {
  const { backend, port, requests: logged } = await startTestHost({ handler, env });
  const client = await openSocket(port);
  for (const request of Object.values(requests)) {
    const { head, body, headers, ...response } = await sendOn(client, request);
    expect({ ...response, ...JSON.parse(body) }).toMatchObject({
      status,
      truncated: false,
      mayHaveArrived: true,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'x-frame-options': 'DENY',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(head).not.toMatch(/^(?:content-encoding|set-cookie|location):/im);
    expect(head + body).not.toMatch(/by a backend|127\.0\.0\.1/);
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

for (const [code, handlers] of Object.entries(failures)) {
  test.each(Object.entries(handlers))(
    `a backend that %s results in 502 and ${code} in the log, is not called twice and can recover`,
    async (_name, handler) => expectGatewayError(handler, 502, code),
  );
}

test('docs/operations.md explains every code of a failure', () => {
  expect(Object.keys(failures).filter((code) => !isExplained(code))).toEqual([]);
});

test.each(Object.entries(timeouts))(
  'a backend that %s results in 504, is not called twice and can recover',
  async (_name, handler) =>
    expectGatewayError(handler, 504, 'ETIMEDOUT', { PROXY_TIMEOUT_MS: '300' }),
);

test.each<[string, SocketHandler]>([
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
    const { backend, port, requests: logged, send } = await startTestHost({ handler, env });
    for (const request of Object.values(requests)) {
      expect(await send(request)).toMatchObject({ status: 200, truncated: true });
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
    const { send } = await startTestHost({ backendUrl: stopped.url });
    expect(JSON.parse((await send(request)).body)).toMatchObject({
      status: 502,
      mayHaveArrived: false,
    });
    await startRawBackend(sendBrief, stopped.port);
    expect(await send(request)).toMatchObject({ status: 200, body: brief });
  },
);

test('a BACKEND_URL with https and an HTTP port results in 502 and EPROTO in the log', async () => {
  const { url } = await startHttpServer((_req, res) => res.end());
  const { send, requests: logged } = await startTestHost({
    backendUrl: url.replace('http', 'https'),
  });
  expect(await send(requests['a GET'])).toMatchObject({ status: 502 });
  await waitFor(() => expect(logged()).toMatchObject([{ backendError: 'EPROTO' }]));
});

test('a backend that never completes the TLS handshake results in 504 with mayHaveArrived false', async () => {
  const backend = await startRawBackend();
  const backendUrl = backend.url.replace('http:', 'https:');
  const { send } = await startTestHost({ backendUrl, limits: { connectTimeoutMs: 50 } });
  const { body } = await send(requests['a POST']);
  expect(JSON.parse(body)).toMatchObject({ status: 504, mayHaveArrived: false });
  await backend.whenAllClosed();
});

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

const closings = ['end', 'resetAndDestroy'] as const;

const env = { PROXY_TIMEOUT_MS: '1000', LOG_LEVEL: 'warn' };

/** Sends bytes, closes or resets the connection, and waits until the host has closed it too. */
async function sendAndClose(port: number, bytes: string, closing: (typeof closings)[number]) {
  const socket = await openSocket(port);
  const closed = whenClosed(socket.resume());
  socket.write(bytes, () => socket[closing]());
  await closed;
}

test('the host survives clients that close or reset after any two requests or any byte of a POST', async () => {
  const { backend, port, send, lines } = await startTestHost({ env });
  const pairs = anyRequests.flatMap((one, i) =>
    anyRequests.map((other, j) => [one + other, (i + j) % 2] as const),
  );
  const parts = Array.from(
    requests['a POST'],
    (_, length) => [requests['a POST'].slice(0, length), length % 2] as const,
  );
  await Promise.all(
    [...pairs, ...parts].map(([bytes, i]) => sendAndClose(port, bytes, closings[i] ?? 'end')),
  );
  expect(await send(get('/health/live'))).toMatchObject({ status: 200 });
  const heads = backend.requests.map((request) => request.split('\r\n', 1)[0]);
  const allowed = ['GET /rest/a HTTP/1.1', 'HEAD /rest/a HTTP/1.1', 'POST /rest/a HTTP/1.1'];
  expect(allowed).toEqual(expect.arrayContaining([...new Set(heads)]));
  expect(lines().filter(({ level }) => level !== 'warn')).toEqual([]);
});

test.each(closings)(
  'a backend that calls %s() after any byte of a response causes a 502 or a truncated response',
  async (closing) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n';
    const { backend, send, lines } = await startTestHost({
      env,
      handler: (socket) => {
        const length = Number(backend.requests.at(-1)?.match(/\d+/)?.[0]);
        socket.write(`${head}abc`.slice(0, length), () => socket[closing]());
      },
    });
    for (let length = 0; length < head.length + 3; length++) {
      const { status, truncated } = await send(get(`/rest/${length}`));
      // A reset may overtake the bytes before it.
      const isTruncated = length > head.length && (closing === 'end' || status === 200);
      expect({ status, truncated }, `after ${length} bytes`).toEqual(
        isTruncated ? { status: 200, truncated: true } : { status: 502, truncated: false },
      );
    }
    expect(lines().filter(({ level }) => level !== 'warn')).toEqual([]);
  },
);
