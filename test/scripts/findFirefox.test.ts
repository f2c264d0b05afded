import { expect, test } from 'vitest';
import { findFirefox } from '../../scripts/findFirefox.ts';

test('FIREFOX_PATH takes precedence over the usual paths', () => {
  expect(findFirefox({ FIREFOX_PATH: process.execPath })).toBe(process.execPath);
});

test('a FIREFOX_PATH that does not exist is an error', () => {
  expect(() => findFirefox({ FIREFOX_PATH: '/no/such/browser' })).toThrow(
    'FIREFOX_PATH: expected the path of Firefox, got "/no/such/browser", which does not exist.',
  );
});
