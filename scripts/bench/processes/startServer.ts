import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { projectDirectory } from '../../build/paths.ts';
import { listenLocally } from '../../stack/listenLocally.ts';

/** One core for the server that is measured and one for what sends the load. */
export const cores = { server: 0, load: 1 } as const;

const taskset = '/usr/bin/taskset';

/** Whether processes can be pinned to cores. */
export const canPin = availableParallelism() > 1 && existsSync(taskset);

/**
 * Returns the program and the arguments that run a command on one CPU core, or on any core where it cannot be
 * pinned to one.
 * @example spawn(...pinToCore(cores.server, 'nginx', ['-c', file]))
 */
export function pinToCore(
  core: number | undefined,
  program: string,
  args: readonly string[],
): [program: string, args: string[]] {
  if (core === undefined || !canPin) return [program, [...args]];
  return [taskset, ['-c', String(core), program, ...args]];
}

export interface ServerOptions {
  /** The program and its arguments. It must listen on this port of 127.0.0.1, which is also in `PORT`. */
  command(port: number): readonly string[];
  env?: Record<string, string | undefined>;
  /** Receives the standard output, which is discarded by default. */
  logFile?: string;
  /** The core to run on, any by default. */
  core?: number;
  /** A free one by default. */
  port?: number;
}

export interface Server {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** From the creation of the process to the end of the first response. */
  startMs: number;
  /** Reads the resident set size in MiB from /proc, which exists only on Linux. */
  readMemory(): Promise<number>;
  /** Sends SIGTERM and resolves with the exit code. */
  close(): Promise<number | null>;
}

/**
 * Starts a server in its own process.
 * @throws if it exits or does not respond within a minute
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { command, env, logFile, core, port = await findFreePort() } = options;
  const [program = '', ...args] = command(port);
  const output = logFile === undefined ? undefined : openSync(logFile, 'a');
  const started = performance.now();
  const child = spawn(...pinToCore(core, program, args), {
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
  const close = async () => {
    child.kill('SIGTERM');
    const [exitCode] = await exited;
    return exitCode;
  };
  while (!(await responds(url))) {
    if (child.exitCode !== null)
      throw new Error(`${program} ${args.join(' ')} exited: ${child.exitCode}`);
    if (performance.now() - started > 60_000) {
      await close();
      throw new Error(`${program} ${args.join(' ')}: expected a response within a minute.`);
    }
    await wait(2);
  }
  const startMs = performance.now() - started;
  const readMemory = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
  };
  return { url, port, startMs, readMemory, close };
}

/** Finds a port that is free at the moment, for a program that cannot choose one itself. */
async function findFreePort(): Promise<number> {
  const { port, close } = await listenLocally(createServer());
  await close();
  return port;
}

async function responds(url: string): Promise<boolean> {
  const response = await fetch(url, { headers: { Connection: 'close' } }).catch(() => undefined);
  await response?.arrayBuffer();
  return response !== undefined;
}
