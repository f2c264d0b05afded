import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../../listenLocally.ts';
import {
  type AttackResult,
  type Front,
  maxHealthMs,
  type Target,
  withTarget,
} from './startTarget.ts';

const get = 'GET /rest/a HTTP/1.1\r\nHost: a.test\r\n\r\n';
const chunkedPost =
  'POST /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';

/** The limit of deploy/kubernetes.yaml, in MiB. */
const maxResidentMemory = 448;

/** Holds if every body is delivered. */
export function sendTinyChunks(front: Front): Promise<AttackResult> {
  return withSlowBackend(front, 0, async ({ port, host }) => {
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const socket = await open(port, `${chunkedPost}${'1\r\nx\r\n'.repeat(65_000)}0\r\n\r\n`);
        const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
        socket.destroy();
        return String(first).slice(9, 12);
      }),
    );
    const isSmall = (await host.readResidentMemory()) < maxResidentMemory;
    return { tried: 20, held: isSmall ? statuses.filter((status) => status === '200').length : 0 };
  });
}

/** Each flood is a request, repeated on many connections that then stay open. */
const floods: Record<string, { connections: number; bytes: string }> = {
  'pipelined requests': { connections: 10, bytes: get.repeat(4_000) },
  'pipelined tiny chunks': {
    connections: 300,
    bytes: `${get}${chunkedPost}${'1\r\nx\r\n'.repeat(10_000)}`,
  },
  'pipelined pages': {
    connections: 300,
    bytes: 'GET /app/subscriber-feedback/ HTTP/1.1\r\nHost: a.test\r\n\r\n'.repeat(16),
  },
  'many headers': {
    connections: 3_000,
    bytes: `POST /rest/a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9\r\n${'ab: cd\r\n'.repeat(97)}\r\n`,
  },
  'incomplete bodies': {
    connections: 1_000,
    bytes: `POST /rest/a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 65536\r\n\r\n${'x'.repeat(60_000)}`,
  },
  'silent connections': { connections: 6_000, bytes: '' },
};

export const floodNames = Object.keys(floods);

/** Holds as often as a health check during the flood is fast, if the memory stays within its limit. */
export function flood(front: Front, name: string): Promise<AttackResult> {
  const { connections = 0, bytes = '' } = floods[name] ?? {};
  return withSlowBackend(front, 3_000, async ({ port, host, measureHealth }) => {
    const sockets: Socket[] = [];
    const opening = (async () => {
      for (let i = 0; i < connections; i++) {
        sockets.push(await open(port, bytes));
        if (i % 20 === 0) await wait(5);
      }
    })();
    const checks: number[] = [];
    for (let i = 0; i < 20; i++, await wait(100)) checks.push(await measureHealth());
    await opening;
    checks.push(await measureHealth());
    const isSmall = (await host.readResidentMemory()) < maxResidentMemory;
    for (const socket of sockets) socket.destroy();
    const fastCount = checks.filter((duration) => duration < maxHealthMs).length;
    return { tried: checks.length, held: isSmall ? fastCount : 0 };
  });
}

/** Stops reading the log, then sends requests whose log lines exceed what is kept. */
export function stopReadingLog(): Promise<AttackResult> {
  return withSlowBackend('direct', 0, async ({ port, host }) => {
    host.stopReadingLog();
    let held = 0;
    const worker = async () => {
      for (let i = 0; i < 500; i++) {
        const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => {});
        const page = await fetch(`http://127.0.0.1:${port}/none`).catch(() => {});
        if (response?.status === 200 && page?.status === 404) held++;
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    return { tried: 8_000, held };
  });
}

async function withSlowBackend(
  front: Front,
  delayMs: number,
  attack: (target: Target) => Promise<AttackResult>,
): Promise<AttackResult> {
  const server = createServer((req, res) => {
    req.resume();
    req.once('end', () => setTimeout(() => res.end('{}'), delayMs));
  });
  const backend = await listenLocally(server);
  try {
    return await withTarget(front, { BACKEND_URL: backend.url }, attack);
  } finally {
    await backend.close();
  }
}

async function open(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  await Promise.race([once(socket, 'connect').catch(() => {}), once(socket, 'close')]);
  socket.write(bytes);
  return socket;
}
