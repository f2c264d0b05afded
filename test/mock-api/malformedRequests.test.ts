import { expect, test } from 'vitest';
import { fuzzMock } from '../../scripts/fuzz/fuzzMock.ts';
import { getBrief, startTestMock } from '../support/mock/startTestMock.ts';

test('the mock and its journal survive 900 malformed requests', async () => {
  const mock = await startTestMock();
  const result = await fuzzMock(mock, { total: 900, seed: 5 });
  expect(result.problems).toEqual([]);
  expect(result.recordedCount).toBeGreaterThan(200);
  expect((await getBrief(mock, 'daily-harvest')).status).toBe(200);
});
