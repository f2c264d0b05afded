import { expect, test } from 'vitest';
import { runScript } from '../../support/runScript.ts';

test.each([
  ['npm run build', 'build', '--help'],
  ['npm test', 'test', '--help'],
  ['npm run bench -- speed', 'bench', 'speed', '--help'],
] as const)('--help prints the usage of %s', async (command, name, ...args) => {
  const { output, exitCode } = runScript(name, { args });
  expect(await exitCode()).toBe(0);
  expect(output.stderr).toBe('');
  expect(output.stdout).toContain(`Usage: ${command}`);
});

test('a command line that cannot be used is rejected in one line', async () => {
  const { output, exitCode } = runScript('bench', { args: ['fuzz'] });
  expect(await exitCode()).toBe(2);
  expect(output.stderr).toBe('NAME: expected one of attack, speed, got "fuzz". See --help.\n');
});
