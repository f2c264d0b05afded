import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

type ScriptName = keyof typeof manifest.scripts;

interface ScriptOptions {
  env?: Record<string, string>;
  args?: readonly string[];
  /** Whether npm runs the script, as a user does. npm takes half a second, so the default is false. */
  throughNpm?: boolean;
}

/**
 * Runs an npm script by its name in package.json until the test ends, in an empty directory, with only `PATH` and the
 * given variables in its environment.
 */
export function runScript(
  name: ScriptName,
  { env = {}, args = [], throughNpm = false }: ScriptOptions = {},
) {
  const cwd = mkdtempSync(join(tmpdir(), 'command-'));
  if (throughNpm) linkProject(cwd);
  const command = throughNpm ? 'npm' : process.execPath;
  const commandArguments = throughNpm ? ['run', '--silent', name, '--'] : nodeArguments(name);
  const child = spawn(command, [...commandArguments, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
    // A process group of its own, because what npm has started may outlive npm.
    detached: true,
  });
  const running = watchProcess(child);
  onTestFinished(async () => {
    killGroup(child);
    await running.exitCode();
    rmSync(cwd, { recursive: true });
  });
  return running;
}

/** Collects the output of a process. */
export function watchProcess(child: ChildProcess) {
  const closed: Promise<(number | null)[]> = once(child, 'close');
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk) => {
      output[name] += chunk;
    });
  }
  return {
    output,
    /** Resolves with the match once standard output matches. Rejects if the process exits first. */
    printed: async (pattern: RegExp): Promise<RegExpMatchArray> => {
      for (;;) {
        const match = output.stdout.match(pattern);
        if (match) return match;
        const hasExited = child.exitCode !== null || child.signalCode !== null;
        if (hasExited) throw new Error(`The process exited early: ${output.stderr}`);
        await Promise.race([child.stdout && once(child.stdout, 'data'), closed]);
      }
    },
    exitCode: async () => (await closed)[0] ?? null,
    /** Sends SIGINT to the process, as Ctrl+C does. */
    interrupt: () => void child.kill('SIGINT'),
    /** Sends SIGTERM to the process, which is npm if npm runs the script. */
    terminate: () => void child.kill('SIGTERM'),
  };
}

/** Links the project into a directory, so that npm runs its scripts there, with the `.env` there. */
function linkProject(directory: string) {
  cpSync('package.json', join(directory, 'package.json'));
  for (const name of ['node_modules', 'scripts', 'mock-api']) {
    symlinkSync(resolve(name), join(directory, name), 'junction');
  }
}

/** The arguments of an npm script that runs Node.js, with absolute paths. */
function nodeArguments(name: ScriptName): string[] {
  const [, ...args] = manifest.scripts[name].split(' ');
  return args.map((argument) => (argument.includes('/') ? resolve(argument) : argument));
}

function killGroup({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has exited.
  }
}
