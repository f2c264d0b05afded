import { mkdtempSync, rmSync } from 'node:fs';
import type * as fsPromises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type * as nodePath from 'node:path';
import type { OnLoadOptions, PluginBuild } from 'esbuild';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';

// Test files share their modules, and another one may have loaded these with the paths of this system.
vi.resetModules();
vi.doMock('node:path', async (importOriginal) => {
  const { win32 } = await importOriginal<typeof nodePath>();
  return win32;
});

/** Also takes paths of Windows. */
vi.doMock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof fsPromises>();
  const toReal = (it: unknown) => (typeof it === 'string' ? it.replaceAll('\\', '/') : it);
  const wrap =
    (run: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) =>
      run(...args.map(toReal));
  const functions = Object.entries(fs).filter(([, value]) => typeof value === 'function');
  return Object.fromEntries(functions.map(([name, run]) => [name, wrap(run as () => unknown)]));
});

const { readPreviousReleases } = await import('../scripts/build/readPreviousReleases.ts');
const { replaceFiles } = await import('../scripts/build/replaceFiles.ts');
const { routerPlugin } = await import('../scripts/build/routerPlugin.ts');

afterAll(() => {
  vi.doUnmock('node:path');
  vi.doUnmock('node:fs/promises');
  vi.resetModules();
});

/** The files of a release with one asset. */
function release(asset: string, previous: readonly string[] = []) {
  const manifest = { assets: [asset], previousReleases: previous.map((one) => [one]) };
  return [
    [asset, Buffer.from('script')],
    ['manifest.json', Buffer.from(JSON.stringify(manifest))],
  ] as const;
}

test('on Windows, a build keeps the files that it has written, and the assets of the release before', async () => {
  const directory = mkdtempSync(`${tmpdir()}/windows-`);
  onTestFinished(() => rmSync(directory, { recursive: true }));
  await replaceFiles(directory, new Map(release('assets/a.js')));
  const { files } = await readPreviousReleases(directory, []);
  await replaceFiles(directory, new Map([...files, ...release('assets/b.js', ['assets/a.js'])]));
  const kept = await readPreviousReleases(directory, []);
  expect([...kept.files.keys()]).toEqual(['assets/b.js', 'assets/a.js']);
});

test('on Windows, the plugin for React Router finds its files', () => {
  const onLoad = ({ filter }: OnLoadOptions) =>
    expect('C:\\project\\node_modules\\react-router\\dist\\chunk.mjs').toMatch(filter);
  routerPlugin.setup({ onLoad } as Partial<PluginBuild> as PluginBuild);
  expect.assertions(1);
});
