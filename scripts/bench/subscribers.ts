import { randomUUID } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:http';
import { summarise } from './summarise.ts';

const base = '/app/subscriber-feedback';

interface Answer {
  status: number;
  body: string;
}

/** Subscribers who load pages, read briefs and send messages, each on a connection, without a pause. */
export function startSubscribers(port: number, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  const durations: number[] = [];
  const failures: string[] = [];
  const sent: string[] = [];
  let sentAgain = 0;
  let running = true;

  /** A browser, too, asks again on a new connection when a kept one turns out to be closed. */
  const read = async (path: string): Promise<Answer> => {
    try {
      return await call({ port, path, agent });
    } catch (error) {
      if (!(error instanceof ClosedBeforeUse)) throw error;
      sentAgain++;
      return call({ port, path, agent: false });
    }
  };
  const submit = (text: string): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/json' };
    const path = '/rest/subscriber-feedback/form-submit';
    return call({ port, path, method: 'POST', headers, agent: false }, JSON.stringify({ text }));
  };

  const actions: [() => Promise<Answer>, ...(() => Promise<Answer>)[]] = [
    () => read(`${base}/4711/daily/contact`),
    () => read(`${base}/4711/daily/contact`),
    () => read('/rest/subscriber-feedback/briefs/daily'),
    () => read('/rest/subscriber-feedback/briefs/daily'),
    () => {
      const text = randomUUID();
      sent.push(text);
      return submit(text);
    },
  ];

  const subscriber = async (first: number) => {
    for (let turn = first; running; turn++) {
      const started = performance.now();
      try {
        const action = actions[turn % actions.length] ?? actions[0];
        const { status, body } = await action();
        if (status !== 200) failures.push(`${status} ${body.slice(0, 100)}`);
      } catch (error) {
        failures.push(String(error));
      }
      durations.push(performance.now() - started);
    }
  };
  const started = performance.now();
  const all = Promise.all(Array.from({ length: count }, (_, index) => subscriber(index)));
  return {
    stop: async () => {
      running = false;
      await all;
      agent.destroy();
      const seconds = (performance.now() - started) / 1000;
      return { ...summarise(durations), seconds, failures, sent, sentAgain };
    },
  };
}

class ClosedBeforeUse extends Error {}

function call(options: RequestOptions, body?: string): Promise<Answer> {
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
      const idle = req.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(idle ? new ClosedBeforeUse() : error);
    });
    req.end(body);
  });
}
