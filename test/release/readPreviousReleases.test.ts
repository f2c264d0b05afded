import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPreviousReleases } from '../../scripts/build/readPreviousReleases.ts';
import { temporaryFolder } from '../mock/fixtures/temporaryFiles.ts';

test('the last two releases, except the one that is built again, keep their assets', async () => {
  const directory = await temporaryFolder();
  mkdirSync(join(directory, 'assets'));
  const files = ['assets/c.js', 'assets/c.js.br', 'assets/c.js.gz', 'assets/b.js', 'assets/a.js'];
  for (const file of files) writeFileSync(join(directory, file), file);
  const manifest = {
    assets: ['assets/c.js'],
    previousReleases: [['assets/b.js'], ['assets/a.js']],
  };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));

  const previous = await readPreviousReleases(directory, ['assets/d.js']);
  expect(previous.releases).toEqual([['assets/c.js'], ['assets/b.js']]);
  expect([...previous.files.keys()]).toEqual(files.slice(0, 4));
  expect(String(previous.files.get('assets/c.js.br'))).toBe('assets/c.js.br');
  const again = await readPreviousReleases(directory, ['assets/c.js']);
  expect(again.releases).toEqual([['assets/b.js'], ['assets/a.js']]);
});
