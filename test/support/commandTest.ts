import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

type ScriptName = keyof typeof manifest.scripts;

interface RunningCommand {
  output: { stdout: string; stderr: string };
  /** Resolves with the match once standard output matches. Rejects if the command exits first. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
  exitCode(): Promise<number | null>;
  /** Sends SIGINT to the command, as Ctrl+C does. */
  interrupt(): void;
  /** Sends SIGTERM to the command, or to npm if npm runs the command. */
  terminate(): void;
}

interface CommandOptions {
  env?: Record<string, string>;
  args?: readonly string[];
  /** The content of `.env` in the working directory, which is otherwise empty. */
  dotEnv?: string;
  /** Whether npm runs the script, as a user does. npm takes half a second, so the default is false. */
  throughNpm?: boolean;
}

export type RunCommand = (name: ScriptName, options?: CommandOptions) => RunningCommand;

/**
 * Provides a function that runs an npm script by its name in package.json, with only `PATH` and the
 * given variables in its environment. Stops the scripts that are still running after the test.
 */
async function provideRun(use: (run: RunCommand) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'command-'));
  const stopCallbacks: (() => Promise<unknown>)[] = [];
  await use((name, { env = {}, args = [], dotEnv, throughNpm = false } = {}) => {
    const cwd = join(directory, String(stopCallbacks.length));
    mkdirSync(cwd);
    if (dotEnv !== undefined) writeFileSync(join(cwd, '.env'), dotEnv);
    if (throughNpm) linkProject(cwd);
    const [command, ...commandArguments] = throughNpm ? npmCommand(name) : nodeCommand(name);
    const child = spawn(command, [...commandArguments, ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
      // A process group of its own, because what npm has started may outlive npm.
      detached: throughNpm,
    });
    const closed: Promise<(number | null)[]> = once(child, 'close');
    stopCallbacks.push(() => {
      if (throughNpm) killGroup(child);
      else child.kill();
      return closed;
    });
    return watchCommand(child, closed);
  });
  await Promise.all(stopCallbacks.map((stop) => stop()));
  await rm(directory, { recursive: true });
}

/** A test that runs npm scripts. */
export const commandTest = test.extend<{ run: RunCommand }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires the first parameter to be destructured
  run: ({}, use) => provideRun(use),
});

/** Links the project into a directory, so that npm runs its scripts there, with the `.env` there. */
function linkProject(directory: string) {
  cpSync('package.json', join(directory, 'package.json'));
  for (const name of ['node_modules', 'scripts', 'mock-api']) {
    symlinkSync(resolve(name), join(directory, name), 'junction');
  }
}

function npmCommand(name: ScriptName): [string, ...string[]] {
  return ['npm', 'run', '--silent', name, '--'];
}

/** The command of an npm script that runs Node.js, with absolute paths. */
function nodeCommand(name: ScriptName): [string, ...string[]] {
  const [, ...args] = manifest.scripts[name].split(' ');
  const absolute = args.map((argument) => {
    if (argument.startsWith('./')) return pathToFileURL(resolve(argument)).href;
    return argument.includes('/') ? resolve(argument) : argument;
  });
  return [process.execPath, ...absolute];
}

function killGroup({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has exited.
  }
}

function watchCommand(child: ChildProcess, closed: Promise<(number | null)[]>): RunningCommand {
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
    interrupt: () => void child.kill('SIGINT'),
    terminate: () => void child.kill('SIGTERM'),
  };
}
