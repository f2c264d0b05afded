import { globSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a test of one file has its path, and any other is in test/integration', () => {
  const named = globSync('test/{client,server,mock-api,scripts}/**/*.test.ts');
  const units = new Set(
    globSync('{client,server,mock-api,scripts}/**/*.{ts,tsx}').map(withoutSuffix),
  );
  const misplaced = named.filter((file) => !units.has(withoutSuffix(file.slice('test/'.length))));
  expect(misplaced).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

function withoutSuffix(file: string): string {
  return file.replace(/(\.test)?\.tsx?$/, '');
}
