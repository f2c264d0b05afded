import { expect, test } from 'vitest';
import { tormentMock } from '../../scripts/bench/tormentMock.ts';
import { BRIEFS, mockServer } from '../support/mockServer.ts';

test('600 malformed requests neither break the mock nor its journal', async () => {
  const mock = await mockServer();
  const torment = await tormentMock(mock, { total: 600, seed: 5 });
  expect(torment).toMatchObject({ unforeseen: [], unrecorded: 0, damaged: 0 });
  expect(torment.endings.has('hung')).toBe(false);
  expect(torment.recorded).toBeGreaterThan(200);
  expect((await fetch(`${mock.url}${BRIEFS}/daily-harvest`)).status).toBe(200);
}, 30_000);
