import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArguments, findChromium } from '../../command/findChromium.ts';
import { installPackages } from '../processes/installPackages.ts';
import { withResources } from '../processes/withResources.ts';
import type { RoundOptions } from './measureRates.ts';
import { median, type Row } from './report.ts';
import { startPage } from './servers.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;

const blockingTime = 'total blocking time, ms';

/** Runs Lighthouse with its mobile settings on the feedback page and the index page. */
export function measureLighthouse({ rounds }: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const program = join(await installPackages('lighthouse@13.5.0'), 'lighthouse/cli/index.js');
    const rows: Row[] = [];
    for (const [page, url] of Object.entries(await startPage(use, directory))) {
      const runs: Record<string, number>[] = [];
      for (let round = 0; round < rounds; round++) runs.push(await runLighthouse(program, url));
      for (const figure of [...categories, blockingTime]) {
        rows.push({
          work: `Lighthouse mobile, ${page}: ${figure}`,
          ours: median(runs.map((run) => run[figure] ?? Number.NaN)),
          goal: figure === blockingTime ? { atMost: 100 } : { atLeast: 100 },
        });
      }
    }
    return rows;
  });
}

async function runLighthouse(program: string, url: string): Promise<Record<string, number>> {
  const options = [
    ...['--quiet', '--output=json', `--only-categories=${categories.join(',')}`],
    `--chrome-flags=--headless ${chromiumArguments.join(' ')}`,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, ...options], {
    env: { ...process.env, CHROME_PATH: findChromium(process.env, console.log) },
    maxBuffer: 64 * 2 ** 20,
  });
  const report = JSON.parse(stdout);
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  const scores = categories.map((name) => [name, Math.round(report.categories[name].score * 100)]);
  const blockingMs: number = report.audits['total-blocking-time'].numericValue;
  return { ...Object.fromEntries(scores), [blockingTime]: blockingMs };
}
