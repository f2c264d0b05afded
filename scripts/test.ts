import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import manifest from '../package.json' with { type: 'json' };
import { runCommand } from './command/runCommand.ts';
import { nodeArguments } from './nodeArguments.ts';
import { summarizeTests } from './summarizeTests.ts';

const { typecheck, lint, generate } = manifest.scripts;

/**
 * The commands of `npm run typecheck` and `npm run lint`, and a check that `openapi.d.ts` is up to
 * date.
 */
const checks = [typecheck, ...lint.split(' && '), `${generate} --check`];

const firefoxTests = 'test/journeys/firefox.test.ts';

const usage = `Usage: npm test -- [FILTER...]

Runs every check and every test. With a FILTER, only the tests in files whose path contains one of them.
For the options of Vitest, use: npx vitest run --project unit

Options:
  -h, --help    show this help`;

await runCommand({ usage, positionals: ['FILTER...'] }, async ({ positionals }) => {
  process.exitCode = await main(positionals).catch((error: Error) => {
    console.error(error.message);
    return 1;
  });
});

/** Runs every check and every test even after a failure, so that one run shows all problems. */
async function main(filters: readonly string[]): Promise<number> {
  const start = performance.now();
  const { findChromium } = await import('./findChromium.ts');
  const { findFirefox } = await import('./findFirefox.ts');
  const CHROMIUM_PATH = findChromium(process.env, console.log);
  const vitestArguments = [...nodeArguments('vitest run'), ...filters];
  const omission = findFirefox(process.env)
    ? undefined
    : `Firefox was not found, so ${firefoxTests} does not run. Install it, or set FIREFOX_PATH to its path.`;
  if (omission) {
    console.log(omission);
    vitestArguments.push('--exclude', firefoxTests);
  }
  const results = await Promise.all(checks.map(runCheck));
  const vitest = spawn(process.execPath, vitestArguments, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH },
  });
  const [status] = await once(vitest, 'close');
  const passed = status === 0 && !results.includes(false);
  console.log(summarizeTests({ passed, duration: secondsSince(start), omission }));
  return passed ? 0 : 1;
}

async function runCheck(commandLine: string): Promise<boolean> {
  const start = performance.now();
  const child = spawn(process.execPath, nodeArguments(commandLine));
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const passed = status === 0;
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${commandLine} (${secondsSince(start)})`);
  if (!passed) console.log(stdout + stderr);
  return passed;
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
