import { randomUUID } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:http';
import { summarize } from './summarize.ts';

const basePath = '/app/subscriber-feedback';

interface Response {
  status: number;
  body: string;
}

/**
 * Starts clients that load pages, read briefs and send messages without a pause, each on its own
 * connection.
 */
export function startSubscribers(port: number, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  const durations: number[] = [];
  const failures: string[] = [];
  /** The unique text of every submission. */
  const sent: string[] = [];
  let retries = 0;
  let isRunning = true;

  /** Retries on a new connection if a keep-alive connection has been closed, as browsers do. */
  const get = async (path: string): Promise<Response> => {
    try {
      return await send({ port, path, agent });
    } catch (error) {
      if (!(error instanceof IdleConnectionClosedError)) throw error;
      retries++;
      return send({ port, path, agent: false });
    }
  };
  const submit = (): Promise<Response> => {
    const text = randomUUID();
    sent.push(text);
    const headers = { 'Content-Type': 'application/json' };
    const path = '/rest/subscriber-feedback/form-submit';
    return send({ port, path, method: 'POST', headers, agent: false }, JSON.stringify({ text }));
  };

  const loadPage = () => get(`${basePath}/4711/daily/contact`);
  const readBrief = () => get('/rest/subscriber-feedback/briefs/daily');
  const actions = [loadPage, loadPage, readBrief, readBrief, submit] as const;

  const runSubscriber = async (firstAction: number) => {
    for (let turn = firstAction; isRunning; turn++) {
      const start = performance.now();
      try {
        const { status, body } = await (actions[turn % actions.length] ?? loadPage)();
        if (status !== 200) failures.push(`${status} ${body.slice(0, 100)}`);
      } catch (error) {
        failures.push(String(error));
      }
      durations.push(performance.now() - start);
    }
  };
  const start = performance.now();
  const done = Promise.all(Array.from({ length: count }, (_, index) => runSubscriber(index)));
  return {
    /** Resolves once the last response has arrived. */
    stop: async () => {
      isRunning = false;
      await done;
      agent.destroy();
      const seconds = (performance.now() - start) / 1000;
      return { ...summarize(durations), seconds, failures, sent, retries };
    },
  };
}

class IdleConnectionClosedError extends Error {}

function send(options: RequestOptions, body?: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', ...options }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    });
    req.on('error', (error: NodeJS.ErrnoException) => {
      const wasIdle = req.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(wasIdle ? new IdleConnectionClosedError() : error);
    });
    req.end(body);
  });
}
