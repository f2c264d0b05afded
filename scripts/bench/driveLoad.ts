import { Agent, request } from 'node:http';
import { summarise } from './summarise.ts';

export interface LoadRequest {
  method: string;
  path: string;
  body?: unknown;
}

export interface Load {
  /** Answers a second. */
  rate: number;
  /** In milliseconds. */
  p99: number;
  /** Every status that was answered. */
  statuses: ReadonlySet<number>;
}

const CONNECTIONS = 32;

/** Sends one request over and over on kept connections, each as soon as the last is answered. */
export async function driveLoad(
  port: number,
  { method, path, body }: LoadRequest,
  seconds: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  const headers = bytes
    ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }
    : {};
  const send = () =>
    new Promise<number>((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', method, path, headers, agent }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      });
      call.once('error', reject);
      call.end(bytes);
    });

  const durations: number[] = [];
  const statuses = new Set<number>();
  const started = performance.now();
  const ends = started + seconds * 1000;
  const worker = async () => {
    while (performance.now() < ends) {
      const began = performance.now();
      statuses.add(await send());
      durations.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const rate = durations.length / ((performance.now() - started) / 1000);
  agent.destroy();
  return { rate, p99: summarise(durations).p99, statuses };
}
