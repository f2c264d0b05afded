import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceFiles } from '../../scripts/build/replaceFiles.ts';

async function createBuild(files: Record<string, string>) {
  const parent = await mkdtemp(join(tmpdir(), 'build-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const directory = join(parent, 'client');
  const replace = (next: Record<string, string>) =>
    replaceFiles(
      directory,
      new Map(Object.entries(next).map(([path, text]) => [path, Buffer.from(text)])),
    );
  await replace(files);
  return { directory, replace };
}

test('the directory contains the new files and none of the old ones', async () => {
  const { directory, replace } = await createBuild({ 'assets/a.js': '1', 'assets/b.js': '2' });
  await replace({ 'assets/b.js': '3', 'assets/c.js': '4' });
  expect((await readdir(join(directory, 'assets'))).sort()).toEqual(['b.js', 'c.js']);
  expect(await readFile(join(directory, 'assets/b.js'), 'utf8')).toBe('3');
});

test('an unchanged file is not written again', async () => {
  const { directory, replace } = await createBuild({ 'a.js': '1', 'b.js': '2' });
  const inodeOf = async (file: string) => (await stat(join(directory, file))).ino;
  const before = [await inodeOf('a.js'), await inodeOf('b.js')];
  await replace({ 'a.js': '1', 'b.js': 'changed' });
  expect(await inodeOf('a.js')).toBe(before[0]);
  expect(await inodeOf('b.js')).not.toBe(before[1]);
});

test('nothing is left beside the directory', async () => {
  const { directory } = await createBuild({ 'a.js': '1' });
  expect(await readdir(dirname(directory))).toEqual(['client']);
});
