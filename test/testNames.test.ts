import { globSync, readFileSync } from 'node:fs';
import { parse } from 'node:path';
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

test('a file with one export has the name of that export', () => {
  // Both are a module of the package, and export what its users call.
  const sameExport = ['playwrightFixtures', 'vitestFixtures'];
  const folders = '{client,server,mock-api,contract,verifier,scripts}';
  const files = globSync(`${folders}/**/*.{ts,tsx}`, { exclude: ['**/*.d.ts'] })
    .map((path) => ({ path, name: parse(path).name, exported: findExports(path) }))
    .filter(({ exported, name }) => exported.length === 1 && !sameExport.includes(name));

  const misnamed = files.filter(({ name, exported: [main = ''] }) => {
    const capitalized = name.charAt(0).toUpperCase() + name.slice(1);
    return ![name, capitalized, `create${capitalized}`].includes(main);
  });
  expect(misnamed).toEqual([]);
  expect(files.length).toBeGreaterThan(150);
});

/** Finds the names of the values that a file exports, or else of its types. */
function findExports(path: string): string[] {
  const pattern = /^export (?:async |declare |abstract )*(\w+\*?) (\w+)/gm;
  const exported = [...readFileSync(path, 'utf8').matchAll(pattern)];
  const values = exported.filter(([, kind = '']) => !['type', 'interface'].includes(kind));
  return (values.length > 0 ? values : exported).map(([, , name = '']) => name);
}
