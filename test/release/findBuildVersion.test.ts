import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findBuildVersion } from '../../scripts/build/findBuildVersion.ts';
import { temporaryFolder } from '../mock/fixtures/temporaryFiles.ts';

test('the version of a build has the commit, and tells uncommitted changes', async () => {
  const directory = await temporaryFolder();
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

test('outside a Git repository, COMMIT names the commit', async () => {
  const directory = await temporaryFolder();
  expect(findBuildVersion({ COMMIT: '2d79822' }, directory)).toBe(`${manifest.version}+2d79822`);
  expect(findBuildVersion({}, directory)).toBe(manifest.version);
});
