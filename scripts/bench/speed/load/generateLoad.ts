import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../../peers/installPackages.ts';
import { pinToCore } from '../../pinToCore.ts';
import { acceptEncoding } from './captureResponse.ts';
import { cores } from './startServer.ts';

const connectionCount = '32';
const autocannonPackage = 'autocannon@9.0.0';
const wrk = ['/usr/bin/wrk', '/usr/local/bin/wrk', '/opt/homebrew/bin/wrk'].find((path) =>
  existsSync(path),
);

/** The program that sends the load. */
export const loadGenerator = wrk ? 'wrk' : autocannonPackage;

export interface Load {
  /** Of responses. */
  count: number;
  /** Responses per second. */
  rate: number;
}

/**
 * Repeats a GET request on 32 keep-alive connections.
 * @throws if any response has a status other than 2xx or 3xx
 */
export async function generateLoad(url: string, seconds: number): Promise<Load> {
  return wrk ? runWrk(wrk, url, seconds) : runAutocannon(url, seconds);
}

async function runWrk(program: string, url: string, seconds: number): Promise<Load> {
  const header = `Accept-Encoding: ${acceptEncoding}`;
  const duration = ['-d', `${seconds}s`, '--timeout', '20s'];
  const options = ['-t1', '-c', connectionCount, ...duration, '-H', header];
  const output = await run(program, [...options, url]);
  const failures = /^\s*(Non-2xx.*|Socket errors.*)$/m.exec(output)?.[1];
  if (failures) throw new Error(`${url}: ${failures}`);
  return {
    count: Number(/^\s*(\d+) requests in/m.exec(output)?.[1]),
    rate: Number(/^Requests\/sec:\s+([\d.]+)/m.exec(output)?.[1]),
  };
}

async function runAutocannon(url: string, seconds: number): Promise<Load> {
  const program = join(await installPackages(autocannonPackage), 'autocannon/autocannon.js');
  const header = `Accept-Encoding=${acceptEncoding}`;
  const options = ['-c', connectionCount, '-d', String(seconds), '-H', header, '--json'];
  const result = JSON.parse(await run(process.execPath, [program, ...options, url]));
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses without 2xx, ${result.errors} errors`);
  }
  return { count: result.requests.total, rate: result.requests.average };
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(...pinToCore(cores.load, program, args));
  return stdout;
}
