import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkNodeVersion, supportedNodeVersions } from '../../server/nodeVersion.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

test('the supported versions are those of package.json, and .node-version is one of them', () => {
  expect(supportedNodeVersions).toBe(JSON.parse(read('package.json')).engines.node);
  expect(() => checkNodeVersion(read('.node-version').trim())).not.toThrow();
});

test.each(['22.23.2', '24.19.0', '26.5.1', '27.0.0'])('Node.js %s is supported', (version) => {
  expect(() => checkNodeVersion(version)).not.toThrow();
});

test.each(['20.20.2', '22.15.9', '23.11.0', '24.18.0'])(
  'Node.js %s is not supported',
  (version) => {
    expect(() => checkNodeVersion(version)).toThrow(
      `Node.js: expected ^22.23.2 || ^24.18.1 || >=26.5.1, got ${version}`,
    );
  },
);
