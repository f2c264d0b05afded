import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';

export interface Run {
  output: { stdout: string; stderr: string };
  /** Resolves when what has been printed matches. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  exitCode(): Promise<number | null>;
}

export interface ScriptTest {
  /** Runs a script as a person would, with nothing in the environment but what is given. */
  run(script: string, env?: Record<string, string>, args?: readonly string[]): Run;
  /** A port at which something listens as long as the test runs. */
  takenPort: string;
}

/** Gives a test the way to run scripts, which end with it. */
export async function runScripts(use: (run: ScriptTest['run']) => Promise<void>): Promise<void> {
  const children: ChildProcess[] = [];
  await use((script, env = {}, args = []) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    children.push(child);
    return watch(child);
  });
  for (const child of children) child.kill();
}

/** A test of commands. */
export const scriptTest = test.extend<ScriptTest>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  run: ({}, use) => runScripts(use),

  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  takenPort: async ({}, use) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(String((server.address() as AddressInfo).port));
    server.close();
  },
});

function watch(child: ReturnType<typeof spawn>): Run {
  const output = { stdout: '', stderr: '' };
  const closed = once(child, 'close');
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return {
    output,
    async printed(pattern) {
      for (;;) {
        const match = output.stdout.match(pattern);
        if (match) return match;
        if (child.exitCode !== null) throw new Error(`It ended early: ${output.stderr}`);
        await Promise.race([child.stdout && once(child.stdout, 'data'), closed]);
      }
    },
    exitCode: async () => (await closed)[0],
  };
}
