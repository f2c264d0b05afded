import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from '../command/runCommand.ts';
import { listenLocally } from '../stack/listenLocally.ts';
import { startBuiltHost } from './processes/startBuiltHost.ts';
import { withResources } from './processes/withResources.ts';

/** A health check that takes longer counts as failed. */
const maxHealthMs = 1_000;

/** The limit of deploy/kubernetes.yaml, in MiB. */
const maxResidentMemory = 448;

const usage = `Usage: npm run bench -- attack [options]

Floods the built host with connections, with the heap of deploy/kubernetes.yaml. Prints how many health checks
and submissions failed during each flood, and the memory. Fails if the host exits or logs an error, if a check
fails, or if the memory reaches ${maxResidentMemory} MiB.

Options:
  -h, --help     show this help`;

/** A path to which the backend responds without a delay. */
const fastPath = '/rest/fast';
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`;
const post = 'POST /rest/a HTTP/1.1\r\nHost: a.test\r\n';

interface Flood {
  connections: number;
  /** Sent once on each connection. */
  bytes: string;
  /** After each 20 connections; 5 by default. Reading tiny chunks takes the host about 10 ms a connection. */
  pauseMs?: number;
  /** The oldest connection beyond this number is reset; by default, all stay open. */
  maxOpen?: number;
}

const floods: Readonly<Record<string, Flood>> = {
  'pipelined requests': { connections: 10, bytes: get('/rest/a').repeat(4_000) },
  'pipelined connections': { connections: 100_000, bytes: get(fastPath).repeat(4), maxOpen: 100 },
  'pipelined tiny chunks': {
    connections: 400,
    bytes: `${get('/rest/a')}${post}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(10_800)}`,
    pauseMs: 300,
  },
  'many headers': {
    connections: 3_000,
    bytes: `${post}Content-Length: 9\r\n${'ab:cd\r\n'.repeat(990)}\r\n`,
  },
  'incomplete bodies': {
    connections: 1_000,
    bytes: `${post}Content-Length: 65536\r\n\r\n${'x'.repeat(60_000)}`,
  },
  'silent connections': { connections: 6_000, bytes: '' },
};

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args }, async () => {
    const { buildRelease } = await import('../build/buildRelease.ts');
    await buildRelease();
    const rows: Record<string, object> = {};
    for (const [name, flood] of Object.entries(floods)) {
      console.log(`${name} …`);
      const result = await attack(flood);
      rows[name] = result;
      const { failed, memory, exitCode, errors } = result;
      if (failed + exitCode + errors > 0 || memory >= maxResidentMemory) process.exitCode = 1;
    }
    console.table(rows);
  });
}

/** Floods a host of its own and checks it until the flood is complete, at least 20 times. */
function attack(flood: Flood) {
  return withResources(async (use, directory) => {
    const backend = use(await startSlowBackend());
    const env = { NODE_OPTIONS: '--max-old-space-size=256', BACKEND_URL: backend.url };
    const host = use(await startBuiltHost({ directory, env }));
    const sockets = new Set<Socket>();
    let isOpening = true;
    const opening = openConnections(host.port, flood, sockets).then(() => {
      isOpening = false;
    });
    let [checks, failed, slowestMs, memory] = [0, 0, 0, 0];
    for (; isOpening || checks < 20; checks++) {
      const start = performance.now();
      const isHealthy = await isServed(`${host.url}/health/live`);
      const healthMs = performance.now() - start;
      const isSubmitted = await isServed(host.url + fastPath, submission);
      if (!isHealthy || !isSubmitted || healthMs > maxHealthMs) failed++;
      slowestMs = Math.max(slowestMs, Math.round(healthMs));
      memory = Math.max(memory, await host.readMemory());
      await wait(50);
    }
    await opening;
    for (const socket of sockets) socket.destroy();
    const exitCode = (await host.close()) ?? 1;
    const log = readFileSync(join(directory, 'host.log'), 'utf8');
    const errors = log.match(/^.*"level":"(error|fatal)".*$/gm) ?? [];
    for (const error of errors.slice(0, 5)) console.log(`  ${error}`);
    return { checks, failed, slowestMs, memory, exitCode, errors: errors.length };
  });
}

/** A body that does not fit while the memory for bodies is used up. */
const submission = { method: 'POST', body: 'x'.repeat(40_000) };

function isServed(url: string, request?: RequestInit): Promise<boolean> {
  return fetch(url, request).then(
    ({ status }) => status === 200,
    () => false,
  );
}

function startSlowBackend() {
  const server = createServer((req, res) => {
    req.resume();
    req.once('end', () => setTimeout(() => res.end('{}'), req.url === fastPath ? 0 : 15_000));
  });
  return listenLocally(server);
}

/** @param open receives the sockets, and keeps those that have not been reset */
async function openConnections(
  port: number,
  { connections, bytes, pauseMs = 5, maxOpen = connections }: Flood,
  open: Set<Socket>,
): Promise<void> {
  for (let i = 1; i <= connections; i++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    await Promise.race([once(socket, 'connect').catch(() => {}), once(socket, 'close')]);
    socket.write(bytes);
    open.add(socket);
    for (const oldest of open) {
      if (open.size <= maxOpen) break;
      // Node.js never closes a socket that is reset while it ends, and then does not exit.
      if (oldest.writableEnded) oldest.destroy();
      else oldest.resetAndDestroy();
      open.delete(oldest);
    }
    if (i % 20 === 0) await wait(pauseMs);
  }
}
