import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a title has at most 100 characters, and no number of a row', () => {
  // The text before the function of a test, or of another call.
  const beforeFunction = /\(\s*(['"`])(.+)\1,\s*(?:async\b|\()/g;
  const titles = globSync('test/**/*.test.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(beforeFunction)].map(([, , title = '']) => title),
  );
  expect(titles.filter((title) => title.length > 100 || title.includes('%#'))).toEqual([]);
  expect(titles.length).toBeGreaterThan(500);
});
