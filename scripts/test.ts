import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findChromium } from './findChromium.ts';

/** What must hold before a test is worth running; all of them run, so that every fault is seen at once. */
const checks = {
  types: ['tsc'],
  lint: ['biome', 'ci', '--error-on-warnings'],
  contract: ['redocly', 'lint', 'openapi.yaml'],
  'openapi.d.ts': [
    ...['openapi-typescript', 'openapi.yaml', '--output', 'openapi.d.ts'],
    ...['--root-types', '--root-types-no-schema-prefix', '--check'],
  ],
} satisfies Record<string, string[]>;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

async function check(name: string, [command = '', ...args]: string[]): Promise<boolean> {
  const start = performance.now();
  const child = spawn('npx', ['--no-install', command, ...args]);
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  if (status === 0) {
    console.log(`ok      ${name} (${seconds(start)})`);
    return true;
  }
  console.log(`FAILED  ${name} (${seconds(start)})\n${Buffer.concat(output)}`);
  return false;
}

async function main(testArguments: string[]): Promise<number> {
  const start = performance.now();
  const CHROMIUM_PATH = findChromium(process.env, console.log);
  const results = await Promise.all(
    Object.entries(checks).map(([name, command]) => check(name, command)),
  );
  const vitest = spawn('npx', ['--no-install', 'vitest', 'run', ...testArguments], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH },
  });
  const [status] = await once(vitest, 'close');
  const passed = status === 0 && !results.includes(false);
  console.log(
    `${passed ? 'Everything passed' : 'Something FAILED, see above'} (${seconds(start)})`,
  );
  return passed ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  return 1;
});
