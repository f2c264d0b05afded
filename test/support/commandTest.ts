import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { listenLocally } from '../../scripts/listenLocally.ts';
import { nodeArguments } from '../../scripts/nodeArguments.ts';

export interface RunningCommand {
  output: { stdout: string; stderr: string };
  /** Resolves with the match once standard output matches. Rejects if the command exits first. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  exitCode(): Promise<number | null>;
}

interface CommandOptions {
  env?: Record<string, string>;
  args?: readonly string[];
  /** The working directory; an empty one by default, so that no `.env` of the developer is read. */
  cwd?: string;
}

export type RunCommand = (
  name: keyof typeof manifest.scripts,
  options?: CommandOptions,
) => RunningCommand;

/**
 * Provides a function that runs an npm script by its name in package.json, with only `PATH` and the
 * given variables in its environment. Stops the scripts that are still running after the test.
 */
export async function provideRun(use: (run: RunCommand) => Promise<void>): Promise<void> {
  const emptyDirectory = await mkdtemp(join(tmpdir(), 'command-'));
  const stopCallbacks: (() => Promise<unknown>)[] = [];
  await use((name, { env = {}, args = [], cwd = emptyDirectory } = {}) => {
    const [bin = '', ...scriptArguments] = nodeArguments(manifest.scripts[name]);
    const paths = scriptArguments.map((argument) =>
      argument.includes('/') ? resolve(argument) : argument,
    );
    const child = spawn(process.execPath, [bin, ...paths, ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    const closed: Promise<(number | null)[]> = once(child, 'close');
    stopCallbacks.push(() => {
      child.kill();
      return closed;
    });
    return watchCommand(child, closed);
  });
  await Promise.all(stopCallbacks.map((stop) => stop()));
  await rm(emptyDirectory, { recursive: true });
}

/** A test that runs npm scripts. */
export const commandTest = test.extend<{
  run: RunCommand;
  /** A port that is in use until the test ends. */
  takenPort: string;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires the first parameter to be destructured
  run: ({}, use) => provideRun(use),

  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires the first parameter to be destructured
  takenPort: async ({}, use) => {
    const { port, close } = await listenLocally(createServer());
    await use(String(port));
    await close();
  },
});

function watchCommand(
  child: ReturnType<typeof spawn>,
  closed: Promise<(number | null)[]>,
): RunningCommand {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return {
    output,
    printed: async (pattern) => {
      for (;;) {
        const match = output.stdout.match(pattern);
        if (match) return match;
        const hasExited = child.exitCode !== null || child.signalCode !== null;
        if (hasExited) throw new Error(`The command exited early: ${output.stderr}`);
        await Promise.race([child.stdout && once(child.stdout, 'data'), closed]);
      }
    },
    exitCode: async () => (await closed)[0] ?? null,
  };
}
