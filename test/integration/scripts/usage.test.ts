import { expect, test } from 'vitest';
import { parseCommandLine } from '../../../scripts/command/parseCommandLine.ts';
import { runScript } from '../../support/runScript.ts';

test.each([
  ['npm run build', 'build', '--help'],
  ['npm test', 'test', '--help'],
  ['npm run bench -- mock', 'bench', 'mock', '--help'],
] as const)('--help prints the usage of %s', async (command, name, ...args) => {
  const { output, exitCode } = runScript(name, { args });
  expect(await exitCode()).toBe(0);
  expect(output.stderr).toBe('');
  expect(output.stdout).toContain(`Usage: ${command}`);
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
