import { Agent, request } from 'node:http';

export interface LoadRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
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
  { method, path, headers, body }: LoadRequest,
  seconds: number,
  connectionCount = 32,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
  const json = body === undefined ? undefined : JSON.stringify(body);
  const allHeaders = {
    ...headers,
    ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
  };
  const options = { port, host: '127.0.0.1', method, path, headers: allHeaders, agent };
  const send = () =>
    new Promise<number>((resolve, reject) => {
      const req = request(options, (res) => {
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
  const sorted = Float64Array.from(durations).sort();
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { rate, p50: percentile(0.5), p99: percentile(0.99), statuses };
}
