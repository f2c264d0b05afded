import { expect, test } from 'vitest';
import type { JournalChanges } from '../../../mock-api/console/ChangeTracker.ts';
import { getBrief, startTestMock } from '../../support/mock/startTestMock.ts';

test('only the changes since an earlier response are sent, and everything after an unknown one', async () => {
  const mock = await startTestMock({ journalLimit: 3 });
  const readChanges = async (after: string): Promise<JournalChanges> =>
    (await fetch(`${mock.url}/mock/changes?after=${after}`)).json();
  for (const id of ['a', 'b', 'c']) await getBrief(mock, id);
  await mock.journal.wait({ key: 'c', ended: true });
  const first = await readChanges('');
  expect(first.kept).toEqual([1, 2, 3]);
  expect((await fetch(`${mock.url}/mock/changes?after=${first.id}`)).status).toBe(204);

  await getBrief(mock, 'd');
  await mock.journal.wait({ key: 'd', ended: true });
  const dropped = await readChanges(first.id);
  expect(dropped).toMatchObject({ kept: [2, 3, 4], entries: [{ key: 'd' }] });
  mock.journal.remove([2]);
  expect(await readChanges(dropped.id)).toMatchObject({ kept: [3, 4], entries: [] });
  for (const unknown of ['', 'x', '7', '00000000-0000-0000-0000-000000000000/1']) {
    const all = { kept: [3, 4], entries: [{ key: 'c' }, { key: 'd' }] };
    expect(await readChanges(unknown)).toMatchObject(all);
  }
});
