import { chromium } from 'playwright-core';
import { findChromium } from '../browser/findChromium.ts';
import { printTable } from '../command/printTable.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { createRandom } from '../fuzz/random.ts';
import { openPage, type PageLoad } from '../rollout/openPage.ts';
import type { BalancedUnit } from '../rollout/startRandomBalancer.ts';
import { startRollout } from '../rollout/startRollout.ts';

const usage = `Usage: npm run bench -- rollout [options]

Loads the page in a browser while two releases of the host share the traffic of a random balancer, once
by connection and once by request, and counts the loads that end broken.

Options:
  --loads N     number of loads (default: 200)
  --tabs N      loads at a time (default: 3)
  --limit S     seconds after which a load counts as broken (default: 60)
  --seed N      start of the pseudo-random sequence (default: 1)
  -h, --help    show this help`;

const options = {
  loads: { type: 'string' },
  tabs: { type: 'string' },
  limit: { type: 'string' },
  seed: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values }) =>
    loadDuringRollout({
      loads: readNumber('--loads', values.loads, 200),
      tabs: readNumber('--tabs', values.tabs, 3),
      limit: readNumber('--limit', values.limit, 60),
      seed: readNumber('--seed', values.seed, 1, 0),
    }),
  );
}

async function loadDuringRollout({
  loads: total,
  tabs,
  limit,
  seed,
}: Record<keyof typeof options, number>): Promise<void> {
  const rollout = await startRollout();
  const browser = await chromium.launch({
    executablePath: findChromium(process.env, console.log),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  try {
    for (const unit of ['connection', 'request'] satisfies BalancedUnit[]) {
      const url = await rollout.balance(unit, createRandom(seed));
      const loads: PageLoad[] = [];
      let remaining = total;
      const runTab = async () => {
        while (remaining-- > 0) {
          loads.push(await openPage(browser, url, limit * 1000));
        }
      };
      await Promise.all(Array.from({ length: tabs }, runTab));
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
