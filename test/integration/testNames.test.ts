import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a test of one file has its path, and any other is in test/integration', () => {
  const rooms = '{client,server,mock-api,contract,verifier,scripts}';
  const named = globSync(`test/${rooms}/**/*.test.ts`);
  const units = new Set(globSync(`${rooms}/**/*.{ts,tsx}`).map(withoutSuffix));
  const misplaced = named.filter((file) => !units.has(withoutSuffix(file.slice('test/'.length))));
  expect(misplaced).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

test('a title has at most 100 characters, and no number of a row', () => {
  // The text before the function of a test, or of another call.
  const beforeFunction = /\(\s*(['"`])(.+)\1,\s*(?:async\b|\()/g;
  const titles = globSync('test/**/*.test.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(beforeFunction)].map(([, , title = '']) => title),
  );
  expect(titles.filter((title) => title.length > 100 || title.includes('%#'))).toEqual([]);
  expect(titles.length).toBeGreaterThan(500);
});

function withoutSuffix(file: string): string {
  return file.replace(/(\.test)?\.tsx?$/, '');
}
