import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { driveLoad } from '../processes/driveLoad.ts';
import { cores, pinToCore } from '../processes/startServer.ts';
import { median } from './report.ts';

/** What browsers send. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

const wrk = '/usr/bin/wrk';

/** The program that sends the load. */
export const loadGenerator = existsSync(wrk) ? 'wrk' : 'node:http';

export interface RoundOptions {
  rounds: number;
  /** The duration of each load. */
  seconds: number;
}

/**
 * Loads servers in turns, after a warm-up of each.
 * @param urls by the name of the server; undefined for one that is missing
 * @returns the median of requests per second by the name of the server
 */
export async function measureRates<Name extends string>(
  urls: Record<Name, string | undefined>,
  { rounds, seconds }: RoundOptions,
): Promise<Record<Name, number | undefined>> {
  const present = Object.entries<string | undefined>(urls).filter(
    (entry): entry is [Name, string] => entry[1] !== undefined,
  );
  for (const [, url] of present) await measureRate(url, seconds);

  const rates = new Map<Name, number[]>(present.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, url] of present) rates.get(name)?.push(await measureRate(url, seconds));
  }
  const medians = [...rates].map(([name, values]) => [name, median(values)] as const);
  return Object.fromEntries(medians) as Record<Name, number | undefined>;
}

/** Repeats a GET request on 32 keep-alive connections and returns the responses per second. */
async function measureRate(url: string, seconds: number): Promise<number> {
  if (loadGenerator === 'wrk') return runWrk(url, seconds);
  const { port, pathname: path } = new URL(url);
  const headers = { 'Accept-Encoding': acceptEncoding };
  const { rate, statuses } = await driveLoad(
    Number(port),
    { method: 'GET', path, headers },
    seconds,
  );
  if ([...statuses].join() !== '200') throw new Error(`${url}: status ${[...statuses].join(', ')}`);
  return rate;
}

async function runWrk(url: string, seconds: number): Promise<number> {
  const args = ['-t1', '-c32', `-d${seconds}s`, '-H', `Accept-Encoding: ${acceptEncoding}`, url];
  const { stdout } = await promisify(execFile)(...pinToCore(cores.load, wrk, args));
  const failures = /^\s*(Non-2xx.*|Socket errors.*)$/m.exec(stdout)?.[1];
  if (failures) throw new Error(`${url}: ${failures}`);
  return Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]);
}
