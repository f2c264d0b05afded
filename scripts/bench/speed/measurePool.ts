import { Agent, createServer as createHttpServer, get } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../../stack/listenLocally.ts';
import { startBuiltHost } from '../processes/startBuiltHost.ts';
import { withResources } from '../processes/withResources.ts';
import type { Row } from './formatTable.ts';
import { startPeer } from './measureRates.ts';

/** With the plain agent of Node.js. */
const peerName = 'http-proxy-middleware alone';

interface Backend {
  workerCount: number;
  delayMs: number;
}

interface Outcome {
  status: number;
  ms: number;
}

/** Compares the connections to a backend, and what a backend with few workers makes of them. */
export async function measurePool(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const clientCount of [8, 64, 256]) {
    const backend = { workerCount: Number.POSITIVE_INFINITY, delayMs: 0 };
    const [ours, peer] = await measureBoth(backend, (url) => sendAtOnce(url, 10_000, clientCount));
    rows.push({
      work: `connections for 10,000 GETs, ${clientCount} at once`,
      ours: ours.opened,
      peer: { name: peerName, value: peer.opened },
      goal: { atMost: 1.5 },
    });
  }
  const [ours, peer] = await measureBoth({ workerCount: 64, delayMs: 5 }, sendEvenly);
  rows.push({ work: '64 workers, 400 GET/s: failed', ours: ours.failed, goal: { atMost: 0 } });
  rows.push({
    work: '64 workers, 400 GET/s: p99, ms',
    ours: ours.p99,
    peer: { name: peerName, value: peer.p99 },
    goal: { atMost: 1.1 },
  });
  return rows;
}

/** Sends the same requests through the host and through the library alone, each with a backend of its own. */
function measureBoth(options: Backend, send: (url: string) => Promise<Outcome[]>) {
  return withResources(async (use, directory) => {
    const measure = async (start: (backendUrl: string) => ReturnType<typeof startPeer>) => {
      const backend = use(await startBackend(options));
      const { url } = use(await start(backend.url));
      const outcomes = await send(url);
      const durations = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
      return {
        opened: backend.readOpened(),
        failed: outcomes.filter(({ status }) => status !== 200).length,
        p99: durations[Math.floor(durations.length * 0.99)] ?? Number.NaN,
      };
    };
    return [
      await measure((url) => startBuiltHost({ directory, env: { BACKEND_URL: url } })),
      await measure((url) => startPeer('proxy', url)),
    ] as const;
  });
}

/** Starts a backend in which each worker serves one connection until it closes. */
async function startBackend({ workerCount, delayMs }: Backend) {
  const workers = createHttpServer((_req, res) => setTimeout(() => res.end('{}'), delayMs));
  const waiting: Socket[] = [];
  let openedCount = 0;
  let busyCount = 0;
  const serveNext = () => {
    const socket = busyCount < workerCount ? waiting.shift() : undefined;
    if (!socket) return;

    busyCount++;
    socket.once('close', () => {
      busyCount--;
      serveNext();
    });
    workers.emit('connection', socket);
    socket.resume();
  };
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    openedCount++;
    waiting.push(socket);
    serveNext();
  });
  return { ...(await listenLocally(server)), readOpened: () => openedCount };
}

/** Sends each GET when the response to another has ended. */
async function sendAtOnce(url: string, count: number, clientCount: number): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true });
  const outcomes: Outcome[] = [];
  let left = count;
  const sendAll = async () => {
    while (left-- > 0) outcomes.push(await send(url, agent));
  };
  await Promise.all(Array.from({ length: clientCount }, sendAll));
  agent.destroy();
  return outcomes;
}

/** Sends 400 GETs per second for 15 s, whether or not the others have ended. The first 5 s are a warm-up. */
async function sendEvenly(url: string): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true });
  const outcomes: Promise<Outcome>[] = [];
  const start = performance.now();
  for (let i = 0; i < 6_000; i++) {
    const aheadMs = start + i * 2.5 - performance.now();
    if (aheadMs > 0) await wait(aheadMs);
    outcomes.push(send(url, agent));
  }
  const ended = await Promise.all(outcomes);
  agent.destroy();
  return ended.slice(2_000);
}

function send(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const start = performance.now();
    const end = (status = 0) => resolve({ status, ms: performance.now() - start });
    get(`${url}/rest/subscriber-feedback/briefs/daily-harvest`, { agent }, (res) => {
      res.resume().once('close', () => end(res.complete ? res.statusCode : 0));
    }).once('error', () => end());
  });
}
