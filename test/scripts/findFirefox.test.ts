import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BidiConnection } from '../support/firefox/BidiConnection.ts';
import { findFirefox } from '../support/firefox/findFirefox.ts';
import { findProfileFolder } from '../support/firefox/findProfileFolder.ts';
import { launchFirefox } from '../support/firefox/launchFirefox.ts';
import { temporaryFolder } from '../support/mock/temporaryFiles.ts';

test('FIREFOX_PATH takes precedence over the usual paths', () => {
  expect(findFirefox({ FIREFOX_PATH: process.execPath })).toBe(process.execPath);
});

test('a FIREFOX_PATH that does not exist is an error', () => {
  expect(() => findFirefox({ FIREFOX_PATH: '/no/such/browser' })).toThrow(
    'FIREFOX_PATH: expected the path of Firefox, got "/no/such/browser", which does not exist.',
  );
});

test('the tests in Firefox fail if there is none', async () => {
  const path = findFirefox({}, ['/no/such/browser']);
  await expect(launchFirefox(path)).rejects.toThrow(
    'These tests need Firefox. Install it (on Debian: apt install firefox-esr), or set FIREFOX_PATH to its path.',
  );
});

test('the tests in Firefox fail if it accepts no connection', async () => {
  const url = 'ws://127.0.0.1:1/session';
  await expect(BidiConnection.open(url)).rejects.toThrow(`${url}: no connection to Firefox`);
});

test('the profile of a Firefox from snap is in a folder that snap lets it read', async () => {
  const home = await temporaryFolder();
  const folder = join(home, 'snap/firefox/common');
  const script = join(home, 'script');
  writeFileSync(script, '#!/bin/sh\nexec /snap/bin/firefox "$@"\n');
  const link = join(home, 'link');
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/snap'), '');
  symlinkSync(join(home, 'bin/snap'), link);

  expect(findProfileFolder(script, home)).toBe(folder);
  expect(findProfileFolder(link, home)).toBe(folder);
  expect(existsSync(folder)).toBe(true);
  expect(findProfileFolder(import.meta.filename, home)).toBe(tmpdir());
});
