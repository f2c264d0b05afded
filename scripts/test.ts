import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import manifest from '../package.json' with { type: 'json' };
import { nodeArguments } from './build/nodeArguments.ts';
import { runCommand } from './command/runCommand.ts';

const { typecheck, lint, 'generate:types': generate } = manifest.scripts;

/** The command that checks whether `openapi.d.ts` is up to date. */
const typesCheck = `${generate} --check`;

/** The commands of `npm run typecheck` and `npm run lint`, and `typesCheck`. */
const checks = [typecheck, ...lint.split(' && '), typesCheck];

const parts = ['test:unit', 'test:page'];

/**
 * The commands that test something and that `npm test` does not run, because they test a release or need other tools.
 */
const notRun = Object.keys(manifest.scripts).filter(
  (name) => name.startsWith('test:') && !parts.includes(name),
);

const usage = `Usage: npm test "--" [FILTER...]

Runs every check and every test, the browser tests in Chromium. With a FILTER, only the tests in files whose path
contains one of them. Not among them are: npm run ${notRun.join(', ')}
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
  const { findChromium } = await import('./command/findChromium.ts');
  const CHROMIUM_PATH = findChromium(process.env, console.log);

  const vitestArguments = nodeArguments('vitest run --project unit --project page');
  const vitest = spawn(process.execPath, [...vitestArguments, ...filters], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH },
  });
  const [[status], results] = await Promise.all([once(vitest, 'close'), runChecks()]);

  for (const { report } of results) console.log(report);
  const others = filters.length > 0 ? ['the tests in other files', ...notRun] : notRun;
  const passed = status === 0 && results.every((result) => result.passed);
  console.log(
    `${passed ? 'Passed' : 'FAILED, see above'} (${secondsSince(start)}). Not run: ${others.join(', ')}`,
  );
  return passed ? 0 : 1;
}

interface CheckResult {
  passed: boolean;
  report: string;
}

/** Runs the checks one after the other, because they share the processors with the tests, which often wait. */
async function runChecks(): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

async function runCheck(commandLine: string): Promise<CheckResult> {
  const start = performance.now();
  const child = spawn(process.execPath, nodeArguments(commandLine));
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const passed = status === 0;
  const title = `${passed ? 'ok    ' : 'FAILED'}  ${commandLine} (${secondsSince(start)})`;
  if (passed) return { passed, report: title };

  const advice = commandLine === typesCheck ? 'openapi.d.ts: run npm run generate\n' : '';
  return { passed, report: `${title}\n${stdout}${stderr}${advice}` };
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
