import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { driveLoad } from '../processes/driveLoad.ts';
import { cores, pinToCore } from '../processes/startServer.ts';
import { compare, type Goal, median, type Row } from './report.ts';

/** What browsers send. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

const wrk = '/usr/bin/wrk';

/** The program that sends the load. */
export const loadGenerator = existsSync(wrk) ? 'wrk' : 'autocannon';

export interface RoundOptions {
  rounds: number;
  /** The duration of each load. */
  seconds: number;
}

interface RatedPeer {
  name: string;
  /** Undefined if it is not installed. */
  url: string | undefined;
  goal?: Goal;
}

/**
 * Loads the servers in turns, after a warm-up of each.
 * @param ours the URL of our server
 * @returns the medians of requests per second, in a row for each peer
 */
export async function compareRates(
  work: string,
  ours: string,
  peers: readonly RatedPeer[],
  { rounds, seconds }: RoundOptions,
): Promise<Row[]> {
  const urls = [ours, ...peers.flatMap(({ url }) => url ?? [])];
  for (const url of urls) await measureRate(url, seconds);

  const rates = new Map(urls.map((url): [string, number[]] => [url, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [url, values] of rates) values.push(await measureRate(url, seconds));
  }
  const rateOf = (url?: string) => {
    const values = rates.get(url ?? '');
    return values && median(values);
  };
  return compare(
    work,
    rateOf(ours),
    peers.map(({ url, ...peer }) => ({ ...peer, value: rateOf(url) })),
  );
}

/** Repeats a GET request on 32 keep-alive connections and returns the responses per second. */
async function measureRate(url: string, seconds: number): Promise<number> {
  if (loadGenerator === 'wrk') return runWrk(url, seconds);
  const headers = [`Accept-Encoding: ${acceptEncoding}`];
  const { rate, statuses } = await driveLoad(url, { method: 'GET', headers, body: '' }, seconds);
  if (statuses.join() !== '200') throw new Error(`${url}: status ${statuses.join(', ')}`);
  return rate;
}

async function runWrk(url: string, seconds: number): Promise<number> {
  const args = ['-t1', '-c32', `-d${seconds}s`, '-H', `Accept-Encoding: ${acceptEncoding}`, url];
  const { stdout } = await promisify(execFile)(...pinToCore(cores.load, wrk, args));
  const failures = /^\s*(Non-2xx.*|Socket errors.*)$/m.exec(stdout)?.[1];
  if (failures) throw new Error(`${url}: ${failures}`);
  return Number(/^Requests\/sec:\s+([\d.]+)/m.exec(stdout)?.[1]);
}
