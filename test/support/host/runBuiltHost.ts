import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildHost } from '../../../scripts/build/buildHost.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { withBuiltClient } from './clientFiles.ts';
import { productionEnvironment } from './testConfig.ts';

export const validEnvironment = { ...productionEnvironment, PORT: '0', HOST: '127.0.0.1' };

/** The built host. A worker builds it once, for all its test files. */
let bundle: Buffer | undefined;

/** Provides the built host, without a client, to the tests of a file. */
export function buildHostForFile() {
  const directory = mkdtempSync(join(tmpdir(), 'host-'));
  const file = join(directory, 'server.js');
  beforeAll(async () => {
    if (bundle) writeFileSync(file, bundle);
    else await buildHost(file);
    bundle = readFileSync(file);
  }, longTestTimeoutMs);
  afterAll(() => rmSync(directory, { recursive: true }));
  return {
    addClient: () =>
      withBuiltClient((client) => cpSync(client, join(directory, 'client'), { recursive: true })),
    /** Runs the built host as a child process until the test ends. */
    spawn: (
      env: Record<string, string>,
      nodeOptions: string[] = [],
      { maxOpenFiles = 'unlimited', ...options }: SpawnOptions & { maxOpenFiles?: string } = {},
    ) => {
      const args = [process.execPath, ...nodeOptions, file];
      const limit = maxOpenFiles === 'unlimited' ? '' : `ulimit -n ${maxOpenFiles}; `;
      const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...args], { ...options, env });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    },
  };
}

/** Resolves with the exit code and everything that the process has printed. */
export async function whenExited(child: ChildProcess) {
  const stdout = child.stdout ? text(child.stdout) : '';
  const stderr = child.stderr ? text(child.stderr) : '';
  const [code] = await once(child, 'exit');
  return { code, stdout: await stdout, stderr: await stderr };
}

/** Resolves with the addresses that the host has logged. */
export async function whenListening(child: ChildProcess) {
  for (;;) {
    const [chunk] = await once(child.stdout ?? child, 'data');
    const [, port, metricsPort] =
      String(chunk).match(/"port":(\d+)(?:,"metricsPort":(\d+))?/) ?? [];
    if (port) {
      const url = `http://127.0.0.1:${port}`;
      return { url, port: Number(port), metricsPort: Number(metricsPort) };
    }
  }
}
