import { driveLoad } from '../processes/driveLoad.ts';
import { compare, type Goal, median, type Row } from './report.ts';

/** What browsers send. */
export const acceptEncoding = 'gzip, deflate, br, zstd';

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

/** Sends a GET request as a browser does and returns the responses per second. */
async function measureRate(url: string, seconds: number): Promise<number> {
  const headers = { 'Accept-Encoding': acceptEncoding };
  const { rate, errorCount, connectionErrors } = await driveLoad(url, { headers }, seconds);
  if (errorCount === 0 && connectionErrors === '') return rate;
  throw new Error(`${url}: ${errorCount} responses with an error status. ${connectionErrors}`);
}
