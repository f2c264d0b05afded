import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type * as nodePath from 'node:path';
import { dirname, join } from 'node:path';
import type { OnLoadOptions, PluginBuild } from 'esbuild';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { findBundledPackages } from '../scripts/build/bundledPackages.ts';
import { formatLicenses } from '../scripts/build/describePackages.ts';
import { findBuildVersion } from '../scripts/build/findBuildVersion.ts';
import { readPreviousReleases } from '../scripts/build/readPreviousReleases.ts';
import { removeUnusedCss } from '../scripts/build/removeUnusedCss.ts';
import { replaceFiles } from '../scripts/build/replaceFiles.ts';
import { routerPlugin } from '../scripts/build/routerPlugin.ts';
import { temporaryFolder } from './temporaryFiles.ts';

let directory: string;

beforeEach(async () => {
  directory = await temporaryFolder();
});

/** Writes packages. */
function write(files: Record<string, string | object>) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, 'node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const find = (...files: string[]) =>
  findBundledPackages(
    files.map((file) => `node_modules/${file}`),
    directory,
  );

test('every package without a licence file or with another licence is named in one error', () => {
  write({
    'a/package.json': { name: 'a', version: '1.0.0', license: 'MIT' },
    'a/LICENSES-used.js': 'not a licence',
    'b/package.json': { name: 'b', version: '2.0.0', license: 'GPL-3.0-only' },
    'b/LICENSE': 'Licence of b',
    'c/package.json': { name: 'c', version: '3.0.0' },
    'c/LICENSE': 'Licence of c',
  });
  expect(() => find('a/x.js', 'b/x.js', 'c/x.js')).toThrow(
    [
      'Bundled packages:',
      '  - a@1.0.0: expected a licence file in node_modules/a, found none',
      '  - b@2.0.0: expected a licence of allowedLicenses in scripts/build/bundledPackages.ts (0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT), got "GPL-3.0-only"',
      '  - c@3.0.0: expected a licence of allowedLicenses in scripts/build/bundledPackages.ts (0BSD, Apache-2.0, BSD-2-Clause, BSD-3-Clause, ISC, MIT), got none',
    ].join('\n'),
  );
});

test('licences and notices are collected, also of a package within another', () => {
  write({
    'a/package.json': { name: 'a', version: '1.0.0', license: 'MIT' },
    'a/LICENSE': 'Licence of a',
    'a/node_modules/@b/c/package.json': { name: '@b/c', version: '2.0.0', license: 'Apache-2.0' },
    'a/node_modules/@b/c/license.md': 'Licence of c',
    'a/node_modules/@b/c/NOTICE': 'Notice of c',
  });
  const packages = find('a/x.js', 'a/y.js', 'a/node_modules/@b/c/dist/z.js');
  expect(packages.map(({ name }) => name)).toEqual(['@b/c', 'a']);
  const text = formatLicenses(packages);
  for (const part of ['@b/c 2.0.0 (Apache-2.0)', 'Notice of c', 'a 1.0.0 (MIT)', 'Licence of a']) {
    expect(text).toContain(part);
  }
});

test('a directory contains the new files and none of the old ones', async () => {
  const client = join(directory, 'client');
  const replace = (files: Record<string, string>) => {
    const contents = Object.entries(files).map(
      ([path, text]) => [path, Buffer.from(text)] as const,
    );
    return replaceFiles(client, new Map(contents));
  };
  await replace({ 'assets/a.js': '1', 'assets/b.js': '2' });
  await replace({ 'assets/b.js': '3', 'assets/c.js': '4' });
  expect((await readdir(join(client, 'assets'))).sort()).toEqual(['b.js', 'c.js']);
  expect(await readFile(join(client, 'assets/b.js'), 'utf8')).toBe('3');
  expect(await readdir(directory)).toEqual(['client']);
});

test('on Windows, a directory contains the new files', async () => {
  // Test files share their modules, and this one has loaded these with the paths of this system.
  vi.resetModules();
  vi.doMock('node:path', async (importOriginal) => {
    const path = await importOriginal<typeof nodePath>();
    const relative = (from: string, to: string) => path.relative(from, to).replaceAll('/', '\\');
    return { ...path, sep: '\\', relative };
  });
  onTestFinished(() => {
    vi.doUnmock('node:path');
    vi.resetModules();
  });
  const windows = await import('../scripts/build/replaceFiles.ts');
  await windows.replaceFiles(directory, new Map([['assets/a.js', Buffer.from('1')]]));
  expect(await readdir(join(directory, 'assets'))).toEqual(['a.js']);
});

test('on Windows, the plugin for React Router finds its files', () => {
  const onLoad = ({ filter }: OnLoadOptions) =>
    expect('C:\\project\\node_modules\\react-router\\dist\\chunk.mjs').toMatch(filter);
  routerPlugin.setup({ onLoad } as Partial<PluginBuild> as PluginBuild);
  expect.assertions(1);
});

test('the last two releases, except the one that is built again, keep their assets', async () => {
  mkdirSync(join(directory, 'assets'));
  const files = ['assets/c.js', 'assets/c.js.br', 'assets/c.js.gz', 'assets/b.js', 'assets/a.js'];
  for (const file of files) writeFileSync(join(directory, file), file);
  const previousReleases = [['assets/b.js'], ['assets/a.js']];
  const manifest = JSON.stringify({ assets: ['assets/c.js'], previousReleases });
  writeFileSync(join(directory, 'manifest.json'), manifest);

  const previous = await readPreviousReleases(directory, ['assets/d.js']);
  expect(previous.releases).toEqual([['assets/c.js'], ['assets/b.js']]);
  expect([...previous.files.keys()]).toEqual(files.slice(0, 4));
  expect(String(previous.files.get('assets/c.js.br'))).toBe('assets/c.js.br');
  const again = await readPreviousReleases(directory, ['assets/c.js']);
  expect(again.releases).toEqual([['assets/b.js'], ['assets/a.js']]);
});

const css = '.contact-form{margin:0}.unused{margin:0}p{margin:0}';

test('rules for names that no source contains are removed', async () => {
  const source = '<form className="contact-form"><p>…</p></form>';
  expect(await removeUnusedCss(css, [source])).toBe('.contact-form{margin:0}p{margin:0}');
});

test.each(['', '<p>…</p>'])(
  'a stylesheet without the rules of the form fails the build: "%s"',
  async (source) => {
    await expect(removeUnusedCss(css, [source])).rejects.toThrow(
      'main.css: expected the rule ".contact-form{", found none',
    );
  },
);

test('the version of a build has the commit, and tells uncommitted changes', async () => {
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
  expect(findBuildVersion({ COMMIT: '2d79822' }, directory)).toBe(`${manifest.version}+2d79822`);
  expect(findBuildVersion({}, directory)).toBe(manifest.version);
});
