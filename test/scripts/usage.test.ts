import { expect, test } from 'vitest';
import { parseCommandLine } from '../../scripts/command/parseCommandLine.ts';
import { runScript } from '../support/runScript.ts';

// Other tests start the commands that are not here.
test.each([
  { command: ['build'] },
  { command: ['package'] },
  { command: ['test'] },
  { command: ['bench', 'mock'] },
] as const)('--help prints the usage of npm run $command', async ({ command }) => {
  const [name, ...args] = command;
  const { output, exitCode } = runScript(name, { args: [...args, '--help'] });
  expect(await exitCode()).toBe(0);
  expect(output.stderr).toBe('');
  const npm = name === 'test' ? 'npm' : 'npm run';
  expect(output.stdout).toContain(`Usage: ${npm} ${command.join(' -- ')}`);
  expect(output.stdout).toContain('--help');
});

test('a command line that cannot be used is rejected in one line', async () => {
  const { output, exitCode } = runScript('bench', { args: ['fuzz'] });
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
