import { type SpawnOptions, spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import { buildHost } from '../../../scripts/build/buildHost.ts';
import { watchProcess } from '../runScript.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { withBuiltClient } from './clientFiles.ts';
import { productionEnvironment } from './testConfig.ts';

export const validEnvironment = { ...productionEnvironment, PORT: '0', HOST: '127.0.0.1' };

/** The built host. A worker builds it once, for all its test files. */
let bundle: Buffer | undefined;

/** Provides the built host, without a client, to the tests of a file. */
export function buildHostForFile() {
  const directory = temporaryFolderForFile();
  const file = join(directory, 'server.js');
  beforeAll(async () => {
    if (bundle) writeFileSync(file, bundle);
    else await buildHost(file);
    bundle = readFileSync(file);
  }, longTestTimeoutMs);
  return {
    addClient: () =>
      withBuiltClient((client) => cpSync(client, join(directory, 'client'), { recursive: true })),
    /** Runs the built host as a child process until the test ends. */
    spawn: (
      env: Record<string, string>,
      nodeOptions: string[] = [],
      { args = [], ...options }: SpawnOptions & { args?: string[] } = {},
    ) => {
      const child = spawn(process.execPath, [...nodeOptions, file, ...args], { ...options, env });
      onTestFinished(() => void child.kill('SIGKILL'));
      const running = watchProcess(child);
      /** Resolves with the ports that the host has logged. */
      const whenListening = async () => {
        const [, port, metricsPort] = await running.printed(
          /"port":(\d+)(?:,"metricsPort":(\d+))?/,
        );
        return { port: Number(port), metricsPort: Number(metricsPort) };
      };
      return { child, whenListening, ...running };
    },
  };
}
