import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildClient } from '../../scripts/buildClient.ts';
import { clientDirectory } from '../../scripts/paths.ts';

let bundled: string[];
let manifest: { script: string; stylesheet: string };

beforeAll(async () => {
  const { outputs } = await buildClient();
  bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
  manifest = JSON.parse(readFileSync(join(clientDirectory, 'manifest.json'), 'utf8'));
});

const bytesOf = (file: string) => readFileSync(join(clientDirectory, file)).length;

test('of the platform layer only what the page uses reaches the bundle', () => {
  const platform = bundled.filter((path) => path.startsWith('client/platform/'));
  expect(platform.sort()).toEqual(['client/platform/alertQueue.ts', 'client/platform/store.ts']);
  expect(bundled).not.toContain('client/api/platformApi.ts');
});

test('no part of React Bootstrap that brings a positioning engine reaches the bundle', () => {
  expect(
    bundled.filter((path) => /popper|react-bootstrap.*(Navbar|Dropdown|Toast)/.test(path)),
  ).toEqual([]);
});

test('nothing of the host, the mock or the document renderer reaches the bundle', () => {
  const foreign = /^(server|mock-api|scripts|test)\/|react-dom\/server|client\/document\.tsx/;
  expect(bundled.filter((path) => foreign.test(path))).toEqual([]);
});

test('a first visit loads at most 96 kB of script and 9 kB of style, compressed', () => {
  expect(bytesOf(`${manifest.script}.br`)).toBeLessThan(96_000);
  expect(bytesOf(`${manifest.stylesheet}.br`)).toBeLessThan(9_000);
});
