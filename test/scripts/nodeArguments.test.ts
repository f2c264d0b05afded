import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeArguments } from '../../scripts/build/nodeArguments.ts';

test('Node.js runs the command of a package', () => {
  const output = execFileSync(process.execPath, nodeArguments('tsc --version'));
  expect(output.toString()).toMatch(/^Version 7\./);
});

test('a command with the name of its package is found', () => {
  expect(nodeArguments('tsx a.ts')).toEqual([expect.stringMatching(/cli\.mjs$/), 'a.ts']);
});

test('an unknown command is an error', () => {
  expect(() => nodeArguments('no-such-command')).toThrow('"no-such-command" is not a command');
});
