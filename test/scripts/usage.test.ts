import { expect } from 'vitest';
import { commandTest } from '../support/commandTest.ts';

const commands = [
  ['start'],
  ['dev'],
  ['build'],
  ['package'],
  ['mock'],
  ['observe'],
  ['verify'],
  ['test'],
  ['bench'],
  ['bench', 'mock'],
] as const;

commandTest.concurrent.for(commands.map((command) => ({ command })))(
  '--help prints the usage of npm run $command',
  async ({ command: [name, ...args] }, { run }) => {
    const { output, exitCode } = run(name, { args: [...args, '--help'] });
    expect(await exitCode()).toBe(0);
    expect(output.stderr).toBe('');
    const npm = name === 'start' || name === 'test' ? 'npm' : 'npm run';
    expect(output.stdout).toContain(`Usage: ${npm} ${[name, ...args].join(' -- ')}`);
    expect(output.stdout).toContain('--help');
  },
);

commandTest.concurrent.for([
  ['start', ['--no-such'], '--no-such: unknown option. See --help.\n'],
  [
    'bench',
    ['fuzz'],
    'NAME: expected one of attack, mock, speed, verify, got "fuzz". See --help.\n',
  ],
] as const)(
  'npm run %s with %j is rejected in one line',
  async ([name, args, message], { run }) => {
    const { output, exitCode } = run(name, { args });
    expect(await exitCode()).toBe(2);
    expect(output.stderr).toBe(message);
  },
);
