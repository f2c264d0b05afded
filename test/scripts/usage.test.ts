import { expect, test } from 'vitest';
import { parseCommandLine } from '../../scripts/command/parseCommandLine.ts';
import { commandTest } from '../support/commandTest.ts';

// Other tests start the commands that are not here.
commandTest.concurrent.for([
  { command: ['build'] },
  { command: ['package'] },
  { command: ['test'] },
  { command: ['bench', 'mock'] },
] as const)('--help prints the usage of npm run $command', async ({ command }, { run }) => {
  const [name, ...args] = command;
  const { output, exitCode } = run(name, { args: [...args, '--help'] });
  expect(await exitCode()).toBe(0);
  expect(output.stderr).toBe('');
  const npm = name === 'test' ? 'npm' : 'npm run';
  expect(output.stdout).toContain(`Usage: ${npm} ${command.join(' -- ')}`);
  expect(output.stdout).toContain('--help');
});

commandTest('a command line that cannot be used is rejected in one line', async ({ run }) => {
  const { output, exitCode } = run('bench', { args: ['fuzz'] });
  expect(await exitCode()).toBe(2);
  expect(output.stderr).toBe(
    'NAME: expected one of attack, mock, speed, verify, got "fuzz". See --help.\n',
  );
});

const options = { port: { type: 'string' }, fast: { type: 'boolean' } } as const;

test.each([
  [['--no-such'], '--no-such: unknown option'],
  [['--port'], '--port: expected a value'],
  [['--port='], '--port: expected a value'],
  [['--fast=1'], '--fast: expected no value'],
  [['first', 'second'], '"second": unexpected argument'],
])('of a command line, %j is rejected', (args, message) => {
  expect(() => parseCommandLine(args, { options, positionals: ['NAME'] })).toThrow(message);
});
