import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readPreviousReleases } from '../../scripts/build/readPreviousReleases.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'client-'));
  mkdirSync(join(directory, 'assets'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
});

function write(manifest: object, files: string[]) {
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(manifest));
  for (const file of files) writeFileSync(join(directory, file), file);
}

const manifest = {
  script: 'assets/c.js',
  assets: ['assets/c.js'],
  previousReleases: [['assets/b.js'], ['assets/a.js']],
};
const files = ['assets/c.js', 'assets/c.js.br', 'assets/c.js.gz', 'assets/b.js', 'assets/a.js'];

test('the last releases keep their assets, with the compressed files', async () => {
  write(manifest, files);
  const previous = await readPreviousReleases(directory, ['assets/d.js'], 2);
  expect(previous.releases).toEqual([['assets/c.js'], ['assets/b.js']]);
  expect([...previous.files.keys()]).toEqual(files.slice(0, 4));
  expect(String(previous.files.get('assets/c.js.br'))).toBe('assets/c.js.br');
});

test('a release that is built again does not count as a previous one', async () => {
  write(manifest, files);
  const previous = await readPreviousReleases(directory, ['assets/c.js'], 2);
  expect(previous.releases).toEqual([['assets/b.js'], ['assets/a.js']]);
});

test('without a previous build nothing is kept', async () => {
  const { releases, files } = await readPreviousReleases(directory, ['assets/a.js'], 2);
  expect(releases).toEqual([]);
  expect(files.size).toBe(0);
});
