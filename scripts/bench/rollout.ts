import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findChromium } from '../findChromium.ts';
import { createRandom } from '../fuzz/random.ts';
import { openPage, type PageLoad } from '../rollout/openPage.ts';
import type { BalancedUnit } from '../rollout/startRandomBalancer.ts';
import { startRollout } from '../rollout/startRollout.ts';
import { printTable } from './printTable.ts';

/**
 * Loads the page in a real browser while two releases of the host share the traffic of a random
 * balancer, once by connection and once by request, and counts the loads that end broken.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      loads: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      tabs: { type: 'string', default: '3' },
      limit: { type: 'string', default: '60' },
    },
  });
  const rollout = await startRollout();
  const browser = await chromium.launch({
    executablePath: findChromium(process.env, console.log),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    for (const unit of ['connection', 'request'] satisfies BalancedUnit[]) {
      const url = await rollout.balance(unit, createRandom(Number(values.seed)));
      const loads: PageLoad[] = [];
      let remaining = Number(values.loads);
      const runTab = async () => {
        while (remaining-- > 0) {
          loads.push(await openPage(browser, url, Number(values.limit) * 1000));
        }
      };
      await Promise.all(Array.from({ length: Number(values.tabs) }, runTab));
      const brokenCount = printLoads(`a random instance for each ${unit}`, loads);
      if (brokenCount > 0) process.exitCode = 1;
    }
  } finally {
    await browser.close();
    await rollout.close();
  }
}

/** Returns the number of broken loads. */
function printLoads(title: string, loads: readonly PageLoad[]): number {
  const count = (matches: (load: PageLoad) => boolean) => loads.filter(matches).length;
  const durations = loads.map(({ durationMs }) => Math.round(durationMs)).sort((a, b) => a - b);
  const quantile = (q: number) => durations[Math.ceil(q * durations.length) - 1] ?? 0;
  printTable(`${loads.length} loads, ${title}`, [
    ['stayed at "Loading..."', count(({ outcome }) => outcome === 'not ready')],
    ['without style', count(({ outcome }) => outcome === 'unstyled')],
    ['said that they could not be loaded', count(({ outcome }) => outcome === 'failed visibly')],
    ['ready', count(({ outcome }) => outcome === 'ready')],
    ['of all loads, with a 404 for a file', count(({ missingCount }) => missingCount > 0)],
    ['reloaded themselves', count(({ documentCount }) => documentCount > 1)],
    ['p50, p95 and longest, ms', [0.5, 0.95, 1].map(quantile).join(', ')],
  ]);
  return count(({ outcome }) => outcome !== 'ready');
}
