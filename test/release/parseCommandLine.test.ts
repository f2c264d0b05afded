import { expect, test } from 'vitest';
import { parseCommandLine } from '../../scripts/command/parseCommandLine.ts';

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
