import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { projectDirectory } from '../paths.ts';
import { driveLoad, type LoadRequest } from './driveLoad.ts';
import { findFreePort } from './findFreePort.ts';
import { installedSize } from './installedSize.ts';
import { installPrism, PRISM } from './installPrism.ts';
import { submission } from './submission.ts';

const STARTS = 3;

/** A mock server as it is started from a command line. */
interface Contender {
  name: string;
  /** Arguments for Node. */
  start(port: number): string[];
  environment(port: number): Record<string, string>;
  /** In MiB. */
  size(): Promise<number>;
}

const BRIEFS = '/rest/subscriber-feedback/briefs/daily-harvest';
const FORM = '/rest/subscriber-feedback/form-submit';
const requests: Record<string, LoadRequest & { status: number }> = {
  getBrief: { method: 'GET', path: BRIEFS, status: 200 },
  'valid submission': { method: 'POST', path: FORM, body: submission, status: 200 },
  'invalid submission': {
    method: 'POST',
    path: FORM,
    body: { ...submission, text: '' },
    status: 400,
  },
};

/** Measures the mock and Prism side by side on the same contract, one after the other. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '5' } } });
  const { modules, program } = await installPrism();

  const contenders: Contender[] = [
    {
      name: 'this mock',
      start: () => ['--import', 'tsx', 'mock-api/main.ts'],
      environment: (port) => ({ MOCK_PORT: String(port) }),
      size: () =>
        installedSize(join(projectDirectory, 'node_modules'), [
          ...['ajv', 'ajv-formats', 'esbuild', 'express', 'tsx', 'yaml'],
        ]),
    },
    {
      name: PRISM,
      start: (port) => [
        program,
        ...['mock', 'openapi.yaml', '--port', String(port), '--verboseLevel', 'silent'],
      ],
      environment: () => ({}),
      size: () => installedSize(modules, ['@stoplight/prism-cli']),
    },
  ];
  const rows: Record<string, Record<string, string>> = {};
  for (const contender of contenders) {
    rows[contender.name] = await measure(contender, Number(values.seconds));
  }
  console.table(rows);
}

async function measure(contender: Contender, seconds: number): Promise<Record<string, string>> {
  const starts: number[] = [];
  for (let i = 1; i < STARTS; i += 1) {
    const { server, took } = await startContender(contender, await findFreePort());
    starts.push(took);
    await stop(server);
  }
  const port = await findFreePort();
  const { server, took } = await startContender(contender, port);
  starts.push(took);
  const idle = await residentMemory(server);

  const rates: Record<string, string> = {};
  for (const [name, { status, ...request }] of Object.entries(requests)) {
    await driveLoad(port, request, 1);
    const { rate, p99, statuses } = await driveLoad(port, request, seconds);
    const wrong = [...statuses].filter((found) => found !== status);
    const remark = wrong.length > 0 ? ` (answers ${wrong.join(', ')})` : '';
    rates[name] = `${Math.round(rate)}/s, p99 ${p99.toFixed(1)} ms${remark}`;
  }
  const busy = await residentMemory(server);
  await stop(server);
  return {
    ...rates,
    'start, median': `${Math.round(starts.sort((a, b) => a - b)[1] ?? 0)} ms`,
    memory: `${idle} MiB, after the load ${busy} MiB`,
    installed: `${await contender.size()} MiB`,
  };
}

/** Starts a server and gives the milliseconds until it answered for the first time. */
async function startContender({ start, environment }: Contender, port: number) {
  const began = performance.now();
  const server = spawn(process.execPath, start(port), {
    cwd: projectDirectory,
    env: { ...process.env, ...environment(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (performance.now() - began < 60_000) {
    const answer = await fetch(`http://127.0.0.1:${port}${BRIEFS}`).catch(() => undefined);
    if (answer?.ok) return { server, took: performance.now() - began };
    if (server.exitCode !== null) break;
    await wait(10);
  }
  throw new Error(`${start(port).join(' ')} did not start.`);
}

async function stop(server: ChildProcess) {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

/** In MiB, as Linux counts it. */
async function residentMemory({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}
