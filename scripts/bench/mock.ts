import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectDirectory } from '../build/paths.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { findFreePort } from './findFreePort.ts';
import { driveLoad, type LoadRequest } from './load/driveLoad.ts';
import { installPrism, prismPackage } from './peers/installPrism.ts';
import { measureInstalledSize } from './peers/measureInstalledSize.ts';
import { readResidentMemory } from './readResidentMemory.ts';
import { submission } from './submission.ts';

const startCount = 3;

/** A mock server to measure. */
interface Contender {
  name: string;
  /** Arguments for `node`. */
  args(port: number): string[];
  env(port: number): Record<string, string>;
  /** The installed size in MiB. */
  measureSize(): Promise<number>;
}

const briefPath = '/rest/subscriber-feedback/briefs/daily-harvest';
const submitPath = '/rest/subscriber-feedback/form-submit';
const requests: Record<string, LoadRequest & { status: number }> = {
  getBrief: { method: 'GET', path: briefPath, status: 200 },
  'valid submission': { method: 'POST', path: submitPath, body: submission, status: 200 },
  'invalid submission': {
    method: 'POST',
    path: submitPath,
    body: { ...submission, text: '' },
    status: 400,
  },
};

const usage = `Usage: npm run bench -- mock [options]

Measures the mock and Prism on the same contract. Installs Prism into a temporary directory.

Options:
  --seconds N    duration of each measurement (default: 5)
  -h, --help     show this help`;

const options = {
  seconds: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values }) =>
    compareMocks({
      seconds: readNumber('--seconds', values.seconds, 5),
    }),
  );
}

/** Measures the mock and Prism on the same contract, one after the other. */
async function compareMocks({ seconds }: Record<keyof typeof options, number>): Promise<void> {
  const { modules, program } = await installPrism();

  const contenders: Contender[] = [
    {
      name: 'this mock',
      args: () => ['--import', './scripts/command/preload.js', 'scripts/mock.ts'],
      env: (port) => ({ MOCK_PORT: String(port) }),
      measureSize: () =>
        measureInstalledSize(join(projectDirectory, 'node_modules'), [
          ...[
            '@eslint-community/regexpp',
            'ajv',
            'ajv-formats',
            'esbuild',
            'express',
            'tsx',
            'yaml',
          ],
        ]),
    },
    {
      name: prismPackage,
      args: (port) => [
        program,
        ...['mock', 'openapi.yaml', '--port', String(port), '--verboseLevel', 'silent'],
      ],
      env: () => ({}),
      measureSize: () => measureInstalledSize(modules, ['@stoplight/prism-cli']),
    },
  ];
  const rows: Record<string, Record<string, string>> = {};
  for (const contender of contenders) {
    rows[contender.name] = await measure(contender, seconds);
  }
  console.table(rows);
}

async function measure(contender: Contender, seconds: number): Promise<Record<string, string>> {
  const startDurations: number[] = [];
  for (let i = 1; i < startCount; i += 1) {
    const { server, durationMs } = await startContender(contender, await findFreePort());
    startDurations.push(durationMs);
    await stop(server);
  }
  const port = await findFreePort();
  const { server, durationMs } = await startContender(contender, port);
  startDurations.push(durationMs);
  const memoryIdle = await readResidentMemory(server.pid ?? 0);

  const rates: Record<string, string> = {};
  for (const [name, { status, ...request }] of Object.entries(requests)) {
    await driveLoad(port, request, 1);
    const { rate, p99, statuses } = await driveLoad(port, request, seconds);
    const unexpected = [...statuses].filter((found) => found !== status);
    const note = unexpected.length > 0 ? ` (status ${unexpected.join(', ')})` : '';
    rates[name] = `${Math.round(rate)}/s, p99 ${p99.toFixed(1)} ms${note}`;
  }
  const memoryAfterLoad = await readResidentMemory(server.pid ?? 0);
  await stop(server);
  return {
    ...rates,
    'start, median': `${Math.round(startDurations.sort((a, b) => a - b)[1] ?? 0)} ms`,
    memory: `${memoryIdle} MiB, after the load ${memoryAfterLoad} MiB`,
    installed: `${await contender.measureSize()} MiB`,
  };
}

/** Starts a server and measures the time to its first successful response. */
async function startContender({ args, env }: Contender, port: number) {
  const start = performance.now();
  const server = spawn(process.execPath, args(port), {
    cwd: projectDirectory,
    env: { ...process.env, ...env(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (performance.now() - start < 60_000) {
    const response = await fetch(`http://127.0.0.1:${port}${briefPath}`).catch(() => undefined);
    if (response?.ok) return { server, durationMs: performance.now() - start };
    if (server.exitCode !== null) break;
    await wait(10);
  }
  throw new Error(`${args(port).join(' ')} did not respond within 60 s.`);
}

async function stop(server: ChildProcess) {
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
