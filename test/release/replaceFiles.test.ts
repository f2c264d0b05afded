import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFiles } from '../../scripts/build/replaceFiles.ts';
import { temporaryFolder } from '../mock/fixtures/temporaryFiles.ts';

test('a directory contains the new files and none of the old ones', async () => {
  const directory = join(await temporaryFolder(), 'client');
  const replace = (files: Record<string, string>) => {
    const contents = Object.entries(files).map(
      ([path, text]) => [path, Buffer.from(text)] as const,
    );
    return replaceFiles(directory, new Map(contents));
  };
  await replace({ 'assets/a.js': '1', 'assets/b.js': '2' });
  await replace({ 'assets/b.js': '3', 'assets/c.js': '4' });
  expect((await readdir(join(directory, 'assets'))).sort()).toEqual(['b.js', 'c.js']);
  expect(await readFile(join(directory, 'assets/b.js'), 'utf8')).toBe('3');
  expect(await readdir(dirname(directory))).toEqual(['client']);
});
