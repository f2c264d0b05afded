import { expect, test } from 'vitest';
import { defaultLimits } from '../../server/limits.ts';
import { nowhere } from '../support/hostConfig.ts';
import { answerBrief, type Behaviour, brief, startRawBackend } from '../support/hostRawBackend.ts';
import { type RawAnswer, sendRaw } from '../support/hostRawClient.ts';
import { startTestHost } from '../support/hostStart.ts';

/** For the rows that run into it; the others have all the time they want. */
const limitMs = 300;

const calls = {
  'a brief': 'GET /rest/subscriber-feedback/briefs/daily HTTP/1.1\r\nHost: a\r\n\r\n',
  'a submission':
    'POST /rest/subscriber-feedback/form-submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"text":"abc"}',
};

/** What the host makes of it: an answer of its own, the backend's, or one that breaks off. */
type Outcome = { status: number; mayHaveArrived?: boolean; cut?: boolean };

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const faults: Record<string, { behaviour: Behaviour; outcome: Outcome; late?: true }> = {
  'accepts and is silent': {
    late: true,
    behaviour: () => {},
    outcome: { status: 504, mayHaveArrived: true },
  },
  'answers after the time limit': {
    late: true,
    behaviour: (socket) => void setTimeout(() => answerBrief(socket, 1), limitMs * 2),
    outcome: { status: 504, mayHaveArrived: true },
  },
  'closes before it answers': {
    behaviour: (socket) => socket.end(),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'resets before it answers': {
    behaviour: (socket) => socket.resetAndDestroy(),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'resets inside the head': {
    behaviour: (socket) => socket.write('HTTP/1.1 200 OK\r\nCont', () => socket.resetAndDestroy()),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'resets in the middle of the body': {
    behaviour: (socket) =>
      socket.write(`${head}Content-Length: 100\r\n\r\n{"name":`, () => {
        setTimeout(() => socket.resetAndDestroy(), 20);
      }),
    outcome: { status: 200, cut: true },
  },
  'breaks off in the middle of a chunk': {
    behaviour: (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n40\r\n{"name":`),
    outcome: { status: 200, cut: true },
  },
  drips: {
    late: true,
    behaviour: (socket) => {
      socket.write(`${head}Content-Length: 1000\r\n\r\n`);
      const drip = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(drip));
    },
    outcome: { status: 200, cut: true },
  },
  'sends garbage': {
    behaviour: (socket) => socket.end('\x00\x01\x02 not HTTP at all\r\n\r\n'),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'sends two lengths': {
    behaviour: (socket) =>
      socket.end(
        `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      ),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'switches protocols': {
    behaviour: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    outcome: { status: 502, mayHaveArrived: true },
  },
  'answers 413 and closes': {
    behaviour: (socket) =>
      socket.end('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'),
    outcome: { status: 413 },
  },
};

for (const [fault, { behaviour, outcome, late }] of Object.entries(faults)) {
  for (const [call, request] of Object.entries(calls)) {
    test(`a backend that ${fault}, asked for ${call}, is ${outcome.status}${outcome.cut ? ', cut off' : ''}`, async () => {
      const backend = await startRawBackend(behaviour);
      const limits = late ? { PROXY_TIMEOUT_MS: String(limitMs) } : {};
      const host = await startTestHost(backend.url, limits);
      const started = performance.now();
      const answer = await sendRaw(host.port, request);
      expect(performance.now() - started).toBeLessThan(limitMs + 2_000);
      expectOutcome(answer, outcome);
      await backend.whenEmpty();

      backend.behave(answerBrief);
      const next = await sendRaw(host.port, request);
      expect(next).toMatchObject({ status: 200, body: brief, cut: false });
    });
  }
}

function expectOutcome(answer: RawAnswer, { status, mayHaveArrived, cut = false }: Outcome) {
  expect(answer).toMatchObject({ status, cut });
  if (mayHaveArrived === undefined) return;
  expect(JSON.parse(answer.body)).toMatchObject({ mayHaveArrived });
  expect(answer.head).toMatch(/cache-control: no-store/i);
  expect(answer.head).toMatch(/x-request-id: /i);
}

test.each(Object.entries(calls))(
  'a backend that refuses, asked for %s, is 502, and works once it is up',
  async (_call, request) => {
    const gone = await startRawBackend();
    gone.stop();
    const host = await startTestHost(gone.url);
    expectOutcome(await sendRaw(host.port, request), { status: 502, mayHaveArrived: false });
    await startRawBackend(answerBrief, gone.port);
    expect(await sendRaw(host.port, request)).toMatchObject({ status: 200, body: brief });
  },
);

test.each(Object.entries(calls))(
  'a backend whose name does not resolve, asked for %s, is 502',
  async (_call, request) => {
    const host = await startTestHost('http://backend.invalid');
    const answer = await sendRaw(host.port, request);
    expectOutcome(answer, { status: 502, mayHaveArrived: false });
    expect(answer.head + answer.body).not.toMatch('invalid');
  },
);

test.each(Object.entries(calls))(
  'a backend that accepts but never becomes secure, asked for %s, is 504 and nothing arrived',
  async (_call, request) => {
    const backend = await startRawBackend();
    const limits = { ...defaultLimits, connectMs: 50 };
    const host = await startTestHost(backend.url.replace('http:', 'https:'), {}, { limits });
    expectOutcome(await sendRaw(host.port, request), { status: 504, mayHaveArrived: false });
    await backend.whenEmpty();
  },
);

test.each(Object.entries(calls))(
  'a backend that closes a connection as it is used again costs %s nothing',
  async (_call, request) => {
    const backend = await startRawBackend((socket, count) => {
      if (count === 1) answerBrief(socket, count);
      else socket.destroy();
    });
    const host = await startTestHost(backend.url);
    for (let i = 0; i < 4; i++) {
      expect(await sendRaw(host.port, request)).toMatchObject({ status: 200, body: brief });
    }
  },
);

test('several kept connections that died together cost nothing', async () => {
  const backend = await startRawBackend((socket, count) => {
    if (count === 1) answerBrief(socket, count);
    else socket.destroy();
  });
  const host = await startTestHost(backend.url);
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendRaw(host.port, calls['a brief'])),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }
});

test('a submission that breaks off is not made again', async () => {
  const backend = await startRawBackend((socket) => socket.destroy());
  const host = await startTestHost(backend.url);
  await sendRaw(host.port, calls['a submission']);
  await backend.whenEmpty();
  expect(backend.requests).toHaveLength(1);
});

test('an answer of 100 MB passes through', { timeout: 60_000 }, async () => {
  const backend = await startRawBackend((socket) => sendMegabytes(socket, 100));
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '60000' });
  const res = await fetch(`${host.url}/rest/large`);
  expect((await res.arrayBuffer()).byteLength).toBe(100 * 2 ** 20);
});

test('a client that does not read holds the backend back', async () => {
  let written = 0;
  const backend = await startRawBackend((socket) => {
    sendMegabytes(socket, 100);
    socket.once('close', () => {
      written = socket.bytesWritten - socket.writableLength;
    });
  });
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '300' });
  const controller = new AbortController();
  const res = await fetch(`${host.url}/rest/large`, { signal: controller.signal });
  expect(res.status).toBe(200);
  await backend.whenEmpty();
  expect(written / 2 ** 20).toBeLessThan(50);
  controller.abort();
});

function sendMegabytes(socket: Parameters<Behaviour>[0], count: number) {
  const megabyte = Buffer.alloc(2 ** 20, ' ');
  socket.write(`${head}Content-Length: ${count * megabyte.length}\r\n\r\n`);
  let left = count;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left--;
      if (!socket.write(megabyte)) return void socket.once('drain', more);
    }
  };
  more();
}

test('the host answers on while its backend is gone', async () => {
  const host = await startTestHost(nowhere);
  await Promise.all(Array.from({ length: 20 }, () => sendRaw(host.port, calls['a submission'])));
  const res = await fetch(`${host.url}/app/subscriber-feedback/1/daily/contact`);
  expect(res.status).toBe(200);
});
