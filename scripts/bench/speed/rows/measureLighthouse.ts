import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumArguments, findChromium } from '../../../browser/findChromium.ts';
import { installPackages } from '../../peers/installPackages.ts';
import { startPage } from '../browser/startPage.ts';
import type { RoundOptions } from '../load/measureRates.ts';
import { type Measurement, median } from '../measurement.ts';
import { withCleanup } from '../withCleanup.ts';

const lighthousePackage = 'lighthouse@13.5.0';
const categories = ['performance', 'accessibility', 'best-practices'] as const;

type Scores = Record<(typeof categories)[number] | 'blockingMs', number>;

/** Runs Lighthouse with its mobile settings on the feedback page and the index page. */
export function measureLighthouse({ rounds }: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const modules = await installPackages(lighthousePackage).catch((error: Error) => {
      console.log(error.message);
    });
    if (!modules) return [{ work: `${lighthousePackage} (not installed)`, value: undefined }];
    const { feedbackUrl, indexUrl } = await startPage(defer);
    const results: Record<string, Scores[]> = { feedback: [], index: [] };
    for (let round = 0; round < rounds; round++) {
      results.feedback?.push(await runLighthouse(modules, feedbackUrl));
      results.index?.push(await runLighthouse(modules, indexUrl));
    }
    return Object.entries(results).flatMap(([page, scores]): Measurement[] => [
      ...categories.map((category) => ({
        work: `Lighthouse mobile, ${page}: ${category}`,
        value: median(scores.map((score) => score[category])),
        goal: { atLeast: 100 },
      })),
      {
        work: `Lighthouse mobile, ${page}: total blocking time, ms`,
        value: median(scores.map(({ blockingMs }) => blockingMs)),
        goal: { atMost: 100 },
      },
    ]);
  });
}

async function runLighthouse(modules: string, url: string): Promise<Scores> {
  const program = join(modules, 'lighthouse/cli/index.js');
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
  for (const { id, score, title } of Object.values<Audit>(report.audits)) {
    if (score !== null && score < 0.9) console.log(`  ${id} ${score} ${title}`);
  }
  const scoreOf = (category: string) => Math.round(report.categories[category].score * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    blockingMs: report.audits['total-blocking-time'].numericValue,
  };
}

interface Audit {
  id: string;
  /** From 0 to 1; null for an audit without a score. */
  score: number | null;
  title: string;
}
