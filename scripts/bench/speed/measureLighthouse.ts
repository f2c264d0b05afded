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

type Scores = Record<(typeof categories)[number] | 'blockingMs', number>;

/** Runs Lighthouse with its mobile settings on the feedback page and the index page. */
export function measureLighthouse({ rounds }: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const program = join(await installPackages('lighthouse@13.5.0'), 'lighthouse/cli/index.js');
    const rows: Row[] = [];
    for (const [page, url] of Object.entries(await startPage(use, directory))) {
      const scores: Scores[] = [];
      for (let round = 0; round < rounds; round++) scores.push(await runLighthouse(program, url));
      const of = (name: keyof Scores) => median(scores.map((score) => score[name]));
      rows.push(
        ...categories.map((category) => ({
          work: `Lighthouse mobile, ${page}: ${category}`,
          ours: of(category),
          goal: { atLeast: 100 },
        })),
        {
          work: `Lighthouse mobile, ${page}: total blocking time, ms`,
          ours: of('blockingMs'),
          goal: { atMost: 100 },
        },
      );
    }
    return rows;
  });
}

async function runLighthouse(program: string, url: string): Promise<Scores> {
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
  const scoreOf = (category: string) => Math.round(report.categories[category].score * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    blockingMs: report.audits['total-blocking-time'].numericValue,
  };
}
