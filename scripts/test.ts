import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import manifest from '../package.json' with { type: 'json' };
import { nodeArguments } from './build/nodeArguments.ts';
import { runCommand } from './command/runCommand.ts';

const { typecheck, lint, generate } = manifest.scripts;

/**
 * The commands of `npm run typecheck` and `npm run lint`, and a check that `openapi.d.ts` is up to
 * date.
 */
const checks = [typecheck, ...lint.split(' && '), `${generate} --check`];

const usage = `Usage: npm test -- [FILTER...]

Runs every check and every test, the browser tests in Chromium. With a FILTER, only the tests in files whose path
contains one of them. For the tests in Firefox, use: npm run test:firefox
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
  const vitestArguments = nodeArguments('vitest run --project unit --project journeys');
  const results = await Promise.all(checks.map(runCheck));
  const vitest = spawn(process.execPath, [...vitestArguments, ...filters], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH },
  });
  const [status] = await once(vitest, 'close');
  const passed = status === 0 && !results.includes(false);
  console.log(`${passed ? 'Everything passed' : 'FAILED, see above'} (${secondsSince(start)})`);
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
