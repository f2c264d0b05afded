import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClient } from '../../scripts/build/buildClient.ts';

let directory: string;
let bundled: string[];
let manifest: { script: string; stylesheet: string };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'client-'));
  const { outputs } = await buildClient({ directory });
  bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [path] : [],
    ),
  );
  manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const sizeOf = (file: string) => readFileSync(join(directory, file)).length;

test('the bundle does not contain the staff layer, which the page does not use', () => {
  const staff = bundled.filter((path) => path.startsWith('client/staff/'));
  expect(staff).toEqual([]);
  expect(bundled).not.toContain('client/api/staffApi.ts');
});

test('the bundle contains no React Bootstrap component that requires Popper', () => {
  expect(
    bundled.filter((path) => /popper|react-bootstrap.*(Navbar|Dropdown|Toast)/.test(path)),
  ).toEqual([]);
});

test('the bundle contains no module of the host, the mock or the document renderer', () => {
  const foreign = /^(server|mock-api|scripts|test)\/|react-dom\/server|client\/document\.tsx/;
  expect(bundled.filter((path) => foreign.test(path))).toEqual([]);
});

test('a first visit loads less than 96 kB of script and 9 kB of styles, compressed', () => {
  expect(sizeOf(`${manifest.script}.br`)).toBeLessThan(96_000);
  expect(sizeOf(`${manifest.stylesheet}.br`)).toBeLessThan(9_000);
});
