import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../../stack/listenLocally.ts';
import { type AttackResult, withTarget } from './startTarget.ts';

const get = 'GET /rest/a HTTP/1.1\r\nHost: a.test\r\n\r\n';
const chunkedPost =
  'POST /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';

/** A body that does not fit while the memory for bodies is used up. */
const submission = { method: 'POST', body: 'x'.repeat(40_000) };

/** A health check that takes longer counts as failed. */
const maxHealthMs = 1_000;

/** A path to which the backend responds without a delay. */
const fastPath = '/rest/fast';

/** The limit of deploy/kubernetes.yaml, in MiB. */
const maxResidentMemory = 448;

interface Flood {
  connections: number;
  /** Sent once on each connection, which then stays open. */
  bytes: string;
  /** Between groups of 20 connections; 5 by default. Reading tiny chunks takes the host about 10 ms a connection. */
  pauseMs?: number;
}

export const floods: Readonly<Record<string, Flood>> = {
  'pipelined requests': { connections: 10, bytes: get.repeat(4_000) },
  'pipelined tiny chunks': {
    connections: 400,
    bytes: `${get}${chunkedPost}${'1\r\nx\r\n'.repeat(10_800)}`,
    pauseMs: 300,
  },
  'pipelined pages': {
    connections: 1_000,
    bytes: 'GET /app/subscriber-feedback/ HTTP/1.1\r\nHost: a.test\r\n\r\n'.repeat(16),
  },
  'many headers': {
    connections: 3_000,
    bytes: `POST /rest/a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9\r\n${'ab:cd\r\n'.repeat(990)}\r\n`,
  },
  'incomplete bodies': {
    connections: 1_000,
    bytes: `POST /rest/a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 65536\r\n\r\n${'x'.repeat(60_000)}`,
  },
  'incomplete headers': {
    connections: 2_000,
    bytes: 'GET / HTTP/1.1\r\nHost: a.test\r\n',
  },
  'silent connections': { connections: 6_000, bytes: '' },
};

/**
 * An attempt is resisted if a health check is fast and a submission succeeds during or after the flood. None
 * is if the memory exceeds its limit.
 */
export async function flood({ connections, bytes, pauseMs = 5 }: Flood): Promise<AttackResult> {
  const server = createServer((req, res) => {
    req.resume();
    req.once('end', () => setTimeout(() => res.end('{}'), req.url === fastPath ? 0 : 15_000));
  });
  const backend = await listenLocally(server);
  return withTarget('direct', backend, async ({ port, readMemory, measureHealth }) => {
    const sockets: Socket[] = [];
    let isOpening = true;
    const opening = (async () => {
      for (let i = 1; i <= connections; i++) {
        sockets.push(await open(port, bytes));
        if (i % 20 === 0) await wait(pauseMs);
      }
      isOpening = false;
    })();
    let [attempts, resisted, slowestMs] = [0, 0, 0];
    while (isOpening || attempts < 20) {
      attempts++;
      const healthMs = await measureHealth();
      slowestMs = Math.max(slowestMs, healthMs);
      const isServed = await fetch(`http://127.0.0.1:${port}${fastPath}`, submission).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (healthMs < maxHealthMs && isServed) resisted++;
      await wait(50);
    }
    await opening;
    const memory = await readMemory();
    for (const socket of sockets) socket.destroy();
    const note = `slowest health check ${Math.round(slowestMs)} ms, ${memory} MiB`;
    return { attempts, resisted: memory < maxResidentMemory ? resisted : 0, note };
  });
}

async function open(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  await Promise.race([once(socket, 'connect').catch(() => {}), once(socket, 'close')]);
  socket.write(bytes);
  return socket;
}
