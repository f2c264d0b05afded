import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cores, taskset } from './startServer.ts';

/** The request header that browsers send. */
const header = 'Accept-Encoding: gzip, deflate, br, zstd';

/**
 * Repeats a GET on 32 keep-alive connections with `wrk`, each time as soon as the previous response has ended.
 * @returns responses per second
 * @throws if a response has an error status, or a connection fails
 */
export async function driveLoad(url: string, seconds: number): Promise<number> {
  const args = ['wrk', '-t1', '-c32', `-d${seconds}s`, '-H', header, url];
  const { stdout } = await promisify(execFile)(taskset, ['-c', String(cores.load), ...args]);
  const [errors] = /Non-2xx.*|Socket errors.*/.exec(stdout) ?? [];
  if (errors !== undefined) throw new Error(`${url}: ${errors}`);
  return Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]);
}
