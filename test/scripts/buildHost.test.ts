import { expect, test } from 'vitest';
import { buildHost } from '../../scripts/buildHost.ts';

test('nothing of the mock, the scripts or the tests is in the built host', async () => {
  const { inputs } = await buildHost();
  expect(Object.keys(inputs)).toContain('server/app.ts');
  expect(Object.keys(inputs).filter((path) => /^(mock-api|scripts|test)\//.test(path))).toEqual([]);
});
