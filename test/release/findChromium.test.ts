import { expect, test } from 'vitest';
import { findChromium } from '../../scripts/command/findChromium.ts';

test('CHROMIUM_PATH takes precedence over the usual paths', () => {
  expect(findChromium({ CHROMIUM_PATH: process.execPath }, () => {})).toBe(process.execPath);
});

test('a CHROMIUM_PATH that does not exist is an error', () => {
  expect(() => findChromium({ CHROMIUM_PATH: '/no/such/browser' }, () => {})).toThrow(
    'CHROMIUM_PATH: expected the path of a browser, got "/no/such/browser", which does not exist.',
  );
});
