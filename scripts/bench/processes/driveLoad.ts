import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from './installPackages.ts';
import { cores, pinToCore } from './startServer.ts';

export interface LoadRequest {
  method: string;
  /** Header lines. */
  headers: readonly string[];
  /** Empty for none. */
  body: string;
}

/**
 * Repeats one request on 32 keep-alive connections, each time as soon as the previous response has ended.
 * @returns responses per second, milliseconds, and the statuses of all responses
 */
export async function driveLoad(
  url: string,
  { method, headers, body }: LoadRequest,
  seconds: number,
) {
  const modules = await installPackages('autocannon@9.0.0');
  const args = [
    join(modules, 'autocannon/autocannon.js'),
    ...['--json', '--connections', '32', '--duration', String(seconds), '--method', method],
    ...headers.flatMap((header) => ['--headers', header]),
    ...['--body', body, url],
  ];
  const command = pinToCore(cores.load, process.execPath, args);
  const { stdout } = await promisify(execFile)(...command);
  const { requests, latency, statusCodeStats } = JSON.parse(stdout);
  return {
    rate: Number(requests.average),
    p99: Number(latency.p99),
    statuses: Object.keys(statusCodeStats).map(Number),
  };
}
