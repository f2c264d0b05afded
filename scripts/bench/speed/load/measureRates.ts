import { median } from '../measurement.ts';
import { captureResponse } from './captureResponse.ts';
import { generateLoad } from './generateLoad.ts';
import { readCpuSeconds } from './readCpuSeconds.ts';

export interface RoundOptions {
  rounds: number;
  /** The duration of each load. */
  seconds: number;
  /** Counts responses per second of the server's CPU time, which a busy machine distorts less. */
  isPerCpuSecond: boolean;
}

/** What to load: a URL, and the process that responds. */
export interface Target {
  url: string;
  pid: number;
}

export function rateUnit({ isPerCpuSecond }: RoundOptions): string {
  return isPerCpuSecond ? 'requests per CPU second' : 'requests/s';
}

/**
 * Loads servers in turns, after a warm-up of each. All must respond with 200 and a body of the same length,
 * because a document may contain a nonce.
 * @param targets by the name of the server; undefined for one that is missing
 * @returns the median rate by the name of the server
 */
export async function measureRates<Name extends string>(
  targets: Record<Name, Target | undefined>,
  options: RoundOptions,
): Promise<Record<Name, number | undefined>> {
  const present = Object.entries<Target | undefined>(targets).filter(
    (entry): entry is [Name, Target] => entry[1] !== undefined,
  );
  await compareResponses(present.map(([, { url }]) => url));
  for (const [, target] of present) await measureRate(target, options);

  const rates = new Map<Name, number[]>(present.map(([name]) => [name, []]));
  for (let round = 0; round < options.rounds; round++) {
    for (const [name, target] of present) rates.get(name)?.push(await measureRate(target, options));
  }
  const medians = [...rates].map(([name, values]) => [name, median(values)] as const);
  return Object.fromEntries(medians) as Record<Name, number | undefined>;
}

async function measureRate(
  { url, pid }: Target,
  { seconds, isPerCpuSecond }: RoundOptions,
): Promise<number> {
  if (!isPerCpuSecond) return (await generateLoad(url, seconds)).rate;
  const before = await readCpuSeconds(pid);
  const { count } = await generateLoad(url, seconds);
  return count / ((await readCpuSeconds(pid)) - before);
}

async function compareResponses(urls: readonly string[]): Promise<void> {
  const responses = await Promise.all(urls.map(captureResponse));
  for (const [index, { status, body }] of responses.entries()) {
    if (status === 200 && responses[0]?.body.length === body.length) continue;
    throw new Error(
      `${urls[index]}: expected the response of ${urls[0]}, got ${status} and ${body.length} bytes.`,
    );
  }
}
