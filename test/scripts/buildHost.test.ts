import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildHost } from '../../scripts/build/buildHost.ts';
import { findBundledPackages } from '../../scripts/build/bundledPackages.ts';
import { projectDirectory } from '../../scripts/build/paths.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

let bundled: string[];

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'host-'));
  bundled = await buildHost(join(directory, 'server.js'));
  rmSync(directory, { recursive: true });
}, longTestTimeoutMs);

test('the built host contains no module of the mock, the scripts or the tests', () => {
  expect(bundled).toContain('server/app.ts');
  expect(bundled.filter((path) => /^(mock-api|scripts|test)\//.test(path))).toEqual([]);
});

test('the built host contains no package that only development needs', () => {
  const lock = JSON.parse(readFileSync(join(projectDirectory, 'package-lock.json'), 'utf8'));
  const directories = findBundledPackages(bundled).map(({ directory }) => directory);
  expect(directories).toContain('node_modules/express');
  expect(directories.filter((directory) => lock.packages[directory].dev)).toEqual([]);
});

test('each package in the built host has a licence that allows it, and its text', () => {
  const packages = findBundledPackages(bundled);
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['express', 'qs', 'react', 'zod']));
});
