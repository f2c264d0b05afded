import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findBuildVersion } from '../../scripts/build/findBuildVersion.ts';

function createDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'version-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('the version of a build has the commit, and tells uncommitted changes', () => {
  const directory = createDirectory();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory });
  writeFileSync(join(directory, 'file'), 'first');
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.test', 'commit', '--quiet', '-m', 'First');
  const version = findBuildVersion({}, directory);
  expect(version).toMatch(new RegExp(`^${manifest.version}\\+[0-9a-f]{7,}$`));
  writeFileSync(join(directory, 'file'), 'second');
  expect(findBuildVersion({}, directory)).toBe(`${version}-dirty`);
});

test('outside a Git repository, COMMIT names the commit', () => {
  const directory = createDirectory();
  expect(findBuildVersion({ COMMIT: '2d79822' }, directory)).toBe(`${manifest.version}+2d79822`);
  expect(findBuildVersion({}, directory)).toBe(manifest.version);
});
