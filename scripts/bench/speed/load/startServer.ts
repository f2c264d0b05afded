import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../findFreePort.ts';
import { pinToCore } from '../../pinToCore.ts';

/** One core for the server that is measured and one for what sends the load, where there are two. */
export const cores = { server: 0, load: 1 } as const;

const startTimeoutMs = 60_000;

export interface ServerOptions {
  /** The script, which must listen on 127.0.0.1 at `PORT`. */
  file: string;
  /** Arguments for `node` before the script. */
  nodeOptions?: readonly string[];
  env?: Record<string, string | undefined>;
  /** A path to which it responds with 200 when it has started, `/` by default. */
  path?: string;
  /** Receives the standard output, which is discarded by default. */
  logFile?: string;
  /** The core of the server by default. */
  core?: number;
}

/** Returns arguments for `node` by the name of the server. */
export type NodeOptions<Name extends string> = (name: Name) => readonly string[];

export const noOptions = (): readonly string[] => [];

export interface Server {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  /** From the creation of the process to the end of the first response with 200. */
  startMs: number;
  /** Sends SIGTERM and resolves when the process has exited. */
  stop(): Promise<void>;
}

/**
 * Starts a server in its own Node.js process.
 * @throws if it exits or does not respond within a minute
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { file, nodeOptions = [], env, path = '/', logFile, core = cores.server } = options;
  const port = await findFreePort();
  const output = logFile === undefined ? undefined : openSync(logFile, 'a');
  const started = performance.now();
  // Node.js 22 warns that it runs TypeScript.
  const args = ['--disable-warning=ExperimentalWarning', ...nodeOptions, file];
  const child = spawn(...pinToCore(core, process.execPath, args), {
    env: { NODE_ENV: 'production', ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', output ?? 'ignore', 'inherit'],
  });
  if (output !== undefined) closeSync(output);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  while ((await requestStatus(url + path)) !== 200) {
    if (child.exitCode !== null) throw new Error(`${file} exited with code ${child.exitCode}.`);
    if (performance.now() - started > startTimeoutMs) {
      await stop();
      throw new Error(`${file}: expected 200 for ${path} within ${startTimeoutMs} ms.`);
    }
    await wait(2);
  }
  return { url, pid: child.pid ?? 0, startMs: performance.now() - started, stop };
}

function requestStatus(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode));
    });
    request.once('error', () => resolve(undefined));
  });
}
