import { expect, test } from 'vitest';
import { findChromium } from '../scripts/command/findChromium.ts';
import { parseCommandLine } from '../scripts/command/parseCommandLine.ts';

const options = { port: { type: 'string' }, fast: { type: 'boolean' } } as const;

const rejected = {
  '--no-such': '--no-such: unknown option',
  '--port': '--port: expected a value',
  '--port=': '--port: expected a value',
  '--fast=1': '--fast: expected no value',
  'first second': '"second": unexpected argument',
};

test.each(Object.entries(rejected))('of a command line, %s is rejected', (line, message) => {
  const parse = () => parseCommandLine(line.split(' '), { options, positionals: ['NAME'] });
  expect(parse).toThrow(message);
});

test('CHROMIUM_PATH takes precedence over the usual paths', () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath }, () => {})).toBe(process.execPath);
});

test('a CHROMIUM_PATH that does not exist is an error', () => {
  expect(() => findChromium({ CHROMIUM_PATH: '/no/such/browser' }, () => {})).toThrow(
    'CHROMIUM_PATH: expected the path of a browser, got "/no/such/browser", which does not exist.',
  );
});
