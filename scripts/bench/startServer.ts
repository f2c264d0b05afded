import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { projectDirectory } from '../build/paths.ts';
import { listenLocally } from '../stack/listenLocally.ts';

/** The core of the server that is measured, and that of the program that sends the load. */
export const cores = { server: 0, load: 1 } as const;

/** The path of `taskset`, which runs a command on one core. */
export const taskset = '/usr/bin/taskset';

interface ServerOptions {
  /** The arguments of Node.js. */
  args: readonly string[];
  env?: Record<string, string | undefined>;
  /** The file for the standard output, which is discarded by default. */
  logFile?: string;
  /** The core to run on; by default, that of the servers that are measured. */
  core?: number | undefined;
}

/**
 * Starts a server that listens on `PORT` of `HOST`, in its own process.
 * @throws if it exits or does not respond within a minute
 */
export async function startServer({ args, env, logFile, core = cores.server }: ServerOptions) {
  const { port, close: release } = await listenLocally(createServer());
  await release();
  const output = logFile === undefined ? undefined : openSync(logFile, 'a');
  const child = spawn(taskset, ['-c', String(core), process.execPath, ...args], {
    cwd: projectDirectory,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    stdio: ['ignore', output ?? 'ignore', 'inherit'],
  });
  if (output !== undefined) closeSync(output);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  /** Sends SIGTERM and resolves when the server has exited. */
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
  };

  for (const start = performance.now(); !(await responds(url)); await wait(20)) {
    if (child.exitCode === null && performance.now() - start < 60_000) continue;

    await close();
    throw new Error(`${args.join(' ')}: expected a response within a minute.`);
  }

  return { url, close };
}

async function responds(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { Connection: 'close' } }).catch(() => undefined);
  await response?.arrayBuffer();
  return response !== undefined;
}
