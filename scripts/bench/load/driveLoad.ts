import { Agent, request } from 'node:http';
import { summarize } from './summarize.ts';

export interface LoadRequest {
  method: string;
  path: string;
  /** Sent as JSON. */
  body?: unknown;
}

interface LoadResult {
  /** Responses per second. */
  rate: number;
  /** In milliseconds, as is `p99`. */
  p50: number;
  p99: number;
  /** The statuses of all responses. */
  statuses: ReadonlySet<number>;
}

/**
 * Repeats one request on keep-alive connections, each time as soon as the previous response has
 * ended.
 */
export async function driveLoad(
  port: number,
  { method, path, body }: LoadRequest,
  seconds: number,
  connectionCount = 32,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = json
    ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
    : {};
  const send = () =>
    new Promise<number>((resolve, reject) => {
      const req = request({ port, host: '127.0.0.1', method, path, headers, agent }, (res) => {
        res.resume();
        res.once('end', () => resolve(res.statusCode ?? 0));
      });
      req.once('error', reject);
      req.end(json);
    });

  const durations: number[] = [];
  const statuses = new Set<number>();
  const start = performance.now();
  const end = start + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const sentAt = performance.now();
      statuses.add(await send());
      durations.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connectionCount }, worker));
  const rate = durations.length / ((performance.now() - start) / 1000);
  agent.destroy();
  const { p50, p99 } = summarize(durations);
  return { rate, p50, p99, statuses };
}
