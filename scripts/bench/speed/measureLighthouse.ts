import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArguments, findChromium } from '../../command/findChromium.ts';
import { installPackage } from '../processes/installPackage.ts';
import { startPage } from '../processes/startBuiltHost.ts';
import { withResources } from '../processes/withResources.ts';
import { median, type Row } from './formatTable.ts';
import type { RoundOptions } from './measureRates.ts';

const categories = ['performance', 'accessibility', 'best-practices'] as const;

/** Runs Lighthouse with its mobile settings on the feedback page and the index page. */
export function measureLighthouse({ rounds }: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const program = join(await installPackage('lighthouse@13.5.0'), 'lighthouse/cli/index.js');
    const rows: Row[] = [];
    for (const [page, url] of Object.entries(await startPage(use, directory))) {
      const runs: number[][] = [];
      for (let round = 0; round < rounds; round++) runs.push(await runLighthouse(program, url));
      for (const [i, category] of categories.entries()) {
        const ours = median(runs.map((scores) => scores[i] ?? Number.NaN));
        rows.push({
          work: `Lighthouse mobile, ${page}: ${category}`,
          ours,
          goal: { atLeast: 100 },
        });
      }
    }
    return rows;
  });
}

/** Returns the score of each category, 100 at most. */
async function runLighthouse(program: string, url: string): Promise<number[]> {
  const options = [
    '--quiet',
    '--output=json',
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=--headless ${chromiumArguments.join(' ')}`,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, ...options], {
    env: { ...process.env, CHROME_PATH: findChromium(process.env, console.log) },
    maxBuffer: 64 * 2 ** 20,
  });
  const report = JSON.parse(stdout);
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return categories.map((category) => Math.round(report.categories[category].score * 100));
}
