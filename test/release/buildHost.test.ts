import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildHost } from '../../scripts/build/buildHost.ts';
import { buildRelease } from '../../scripts/build/buildRelease.ts';
import { findBundledPackages } from '../../scripts/build/bundledPackages.ts';
import type { createSbom } from '../../scripts/build/describePackages.ts';
import { temporaryFolderForFile } from '../temporaryFolderForFile.ts';

const { packages: lockedPackages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const project = temporaryFolderForFile();
const release = join(project, 'dist');
let bundled: string[];

beforeAll(async () => {
  await buildRelease(release);
  bundled = await buildHost(join(project, 'host'));
});

const omitted = {
  'module of the mock, the scripts or the tests': /^(mock-api|scripts|test)\//,
  'development build of React': /\.development\.js$/,
  'package that libraries load for what it never calls':
    /node_modules\/(body-parser|iconv-lite|micromatch|picomatch|braces)\//,
};

test.each(Object.entries(omitted))('the built host contains no %s', (_name, pattern) => {
  expect(bundled).toContain('server/app.ts');
  expect(bundled.filter((path) => pattern.test(path))).toEqual([]);
});

test('the health check is a file of its own that contains no library', () => {
  expect(statSync(join(release, 'health.js')).size).toBeLessThan(10_000);
});

test('the built host contains no package that only development needs', () => {
  const directories = findBundledPackages(bundled).map(({ directory }) => directory);
  expect(directories).toContain('node_modules/express');
  expect(directories.filter((directory) => lockedPackages[directory].dev)).toEqual([]);
});

test('a release has the licences of its packages, and an SBOM with the URL, licence and hash of each', () => {
  const read = (name: string) => readFileSync(join(release, name), 'utf8');
  expect(read('THIRD-PARTY-LICENSES.txt')).toContain('express');
  const sbom: ReturnType<typeof createSbom> = JSON.parse(read('sbom.cdx.json'));
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  const { components } = sbom;
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['bootstrap', 'qs', 'react', 'zod']),
  );
  const { version, integrity } = lockedPackages['node_modules/express'];
  expect(components.find(({ name }) => name === 'express')).toMatchObject({
    purl: `pkg:npm/express@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') },
    ],
  });
});

test.each(['{}', '{ "type": "commonjs" }'])('a release runs below the package.json %s', (above) => {
  writeFileSync(join(project, 'package.json'), above);
  const args = [join(release, 'server.js'), '--version'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+/), stderr: '' });
});
