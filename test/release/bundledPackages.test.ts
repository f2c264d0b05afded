import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findBundledPackages } from '../../scripts/build/bundledPackages.ts';
import { formatLicenses } from '../../scripts/build/describePackages.ts';
import { temporaryFolder } from '../mock/fixtures/temporaryFiles.ts';

let project: string;

beforeEach(async () => {
  project = await temporaryFolder();
});

function write(files: Record<string, string | object>) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(project, 'node_modules', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const find = (...files: string[]) =>
  findBundledPackages(
    files.map((file) => `node_modules/${file}`),
    project,
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
