import { expect, test } from 'vitest';
import { defaultLimits } from '../../server/config/limits.ts';
import { type RawResponse, sendRaw } from '../support/host/rawClient.ts';
import {
  brief,
  type SocketHandler,
  sendBrief,
  startRawBackend,
} from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

const timeoutMs = 300;

const requests = {
  'a GET': 'GET /rest/subscriber-feedback/briefs/daily HTTP/1.1\r\nHost: a\r\n\r\n',
  'a POST':
    'POST /rest/subscriber-feedback/form-submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"text":"abc"}',
};

interface Outcome {
  status: number;
  /** Given for the host's own error responses. */
  mayHaveArrived?: boolean;
  truncated?: boolean;
}

interface Fault {
  handler: SocketHandler;
  outcome: Outcome;
  /** Whether the fault lasts until the proxy timeout; the others are tested with its default of 20 s. */
  timesOut?: true;
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const faults: Record<string, Fault> = {
  'never responds': {
    timesOut: true,
    handler: () => {},
    outcome: { status: 504, mayHaveArrived: true },
  },
  'responds after the timeout': {
    timesOut: true,
    handler: (socket) => void setTimeout(() => sendBrief(socket, 1), timeoutMs * 2),
    outcome: { status: 504, mayHaveArrived: true },
  },
  'closes the connection before the response': {
    handler: (socket) => socket.end(),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'resets the connection before the response': {
    handler: (socket) => socket.resetAndDestroy(),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'resets the connection mid-headers': {
    handler: (socket) => socket.write('HTTP/1.1 200 OK\r\nCont', () => socket.resetAndDestroy()),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'resets the connection mid-body': {
    handler: (socket) =>
      socket.write(`${head}Content-Length: 100\r\n\r\n{"name":`, () => {
        setTimeout(() => socket.resetAndDestroy(), 20);
      }),
    outcome: { status: 200, truncated: true },
  },
  'closes the connection mid-chunk': {
    handler: (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n40\r\n{"name":`),
    outcome: { status: 200, truncated: true },
  },
  'sends the body a byte at a time': {
    timesOut: true,
    handler: (socket) => {
      socket.write(`${head}Content-Length: 1000\r\n\r\n`);
      const interval = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(interval));
    },
    outcome: { status: 200, truncated: true },
  },
  'sends invalid HTTP': {
    handler: (socket) => socket.end('\x00\x01\x02 not HTTP at all\r\n\r\n'),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'sends Content-Length and Transfer-Encoding': {
    handler: (socket) =>
      socket.end(
        `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      ),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'switches protocols': {
    handler: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'responds 413 and closes the connection': {
    handler: (socket) =>
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'),
    outcome: { status: 413 },
  },
};

for (const [fault, { handler, outcome, timesOut }] of Object.entries(faults)) {
  for (const [name, request] of Object.entries(requests)) {
    test(`${name} to a backend that ${fault} results in ${describeOutcome(outcome)}`, async () => {
      const backend = await startRawBackend(handler);
      const env = timesOut ? { PROXY_TIMEOUT_MS: String(timeoutMs) } : {};
      const host = await startTestHost(backend.url, env);
      expectOutcome(await sendRaw(host.port, request), outcome);
      await backend.whenAllClosed();

      backend.use(sendBrief);
      const next = await sendRaw(host.port, request);
      expect(next).toMatchObject({ status: 200, body: brief, truncated: false });
    });
  }
}

function describeOutcome({ status, truncated }: Outcome): string {
  return truncated ? `a truncated ${status}` : `${status}`;
}

function expectOutcome(
  response: RawResponse,
  { status, mayHaveArrived, truncated = false }: Outcome,
) {
  expect(response).toMatchObject({ status, truncated });
  if (mayHaveArrived === undefined) return;
  expect(JSON.parse(response.body)).toMatchObject({ mayHaveArrived });
  expect(response.head).toMatch(/cache-control: no-store/i);
  expect(response.head).toMatch(/x-request-id: /i);
}

test.each(Object.entries(requests))(
  '%s to a backend that refuses connections results in 502 until the backend is up',
  async (_name, request) => {
    const stopped = await startRawBackend();
    stopped.stop();
    const host = await startTestHost(stopped.url);
    expectOutcome(await sendRaw(host.port, request), { status: 502, mayHaveArrived: false });
    await startRawBackend(sendBrief, stopped.port);
    expect(await sendRaw(host.port, request)).toMatchObject({ status: 200, body: brief });
  },
);

test.each(Object.entries(requests))(
  '%s to a backend whose host name does not resolve results in 502',
  async (_name, request) => {
    const host = await startTestHost('http://backend.invalid');
    const response = await sendRaw(host.port, request);
    expectOutcome(response, { status: 502, mayHaveArrived: false });
    expect(response.head + response.body).not.toMatch('invalid');
  },
);

test.each(Object.entries(requests))(
  '%s to a backend that never completes the TLS handshake results in 504 with mayHaveArrived false',
  async (_name, request) => {
    const backend = await startRawBackend();
    const limits = { ...defaultLimits, connectTimeoutMs: 50 };
    const host = await startTestHost(backend.url.replace('http:', 'https:'), {}, { limits });
    expectOutcome(await sendRaw(host.port, request), { status: 504, mayHaveArrived: false });
    await backend.whenAllClosed();
  },
);

test.each(Object.entries(requests))(
  '%s succeeds when the backend closes a connection on its second request',
  async (_name, request) => {
    const backend = await startRawBackend((socket, count) => {
      if (count === 1) sendBrief(socket, count);
      else socket.destroy();
    });
    const host = await startTestHost(backend.url);
    for (let i = 0; i < 4; i++) {
      expect(await sendRaw(host.port, request)).toMatchObject({ status: 200, body: brief });
    }
  },
);

test('concurrent GETs succeed when the backend closes all kept-alive connections', async () => {
  const backend = await startRawBackend((socket, count) => {
    if (count === 1) sendBrief(socket, count);
    else socket.destroy();
  });
  const host = await startTestHost(backend.url);
  for (let attempt = 0; attempt < 2; attempt++) {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => sendRaw(host.port, requests['a GET'])),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
});

test('a POST is not retried when the connection fails', async () => {
  const backend = await startRawBackend((socket) => socket.destroy());
  const host = await startTestHost(backend.url);
  await sendRaw(host.port, requests['a POST']);
  await backend.whenAllClosed();
  expect(backend.requests).toHaveLength(1);
});

test('a response of 100 MiB is forwarded completely', async () => {
  const backend = await startRawBackend((socket) => sendMebibytes(socket, 100));
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '60000' });
  const res = await fetch(`${host.url}/rest/large`);
  let length = 0;
  for await (const chunk of res.body ?? []) length += chunk.length;
  expect(length).toBe(100 * 2 ** 20);
});

test('backpressure from a client that does not read reaches the backend', async () => {
  let written = 0;
  const backend = await startRawBackend((socket) => {
    sendMebibytes(socket, 100);
    socket.once('close', () => {
      written = socket.bytesWritten - socket.writableLength;
    });
  });
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '300' });
  const controller = new AbortController();
  const res = await fetch(`${host.url}/rest/large`, { signal: controller.signal });
  expect(res.status).toBe(200);
  await backend.whenAllClosed();
  expect(written / 2 ** 20).toBeLessThan(50);
  controller.abort();
});

function sendMebibytes(socket: Parameters<SocketHandler>[0], count: number) {
  const mebibyte = Buffer.alloc(2 ** 20, ' ');
  socket.write(`${head}Content-Length: ${count * mebibyte.length}\r\n\r\n`);
  let remaining = count;
  const writeMore = () => {
    while (remaining > 0 && !socket.destroyed) {
      remaining--;
      if (!socket.write(mebibyte)) return void socket.once('drain', writeMore);
    }
  };
  writeMore();
}

test('documents are served while the backend is unreachable', async () => {
  const host = await startTestHost(unreachableUrl);
  await Promise.all(Array.from({ length: 20 }, () => sendRaw(host.port, requests['a POST'])));
  const res = await fetch(`${host.url}/app/subscriber-feedback/1/daily/contact`);
  expect(res.status).toBe(200);
});
