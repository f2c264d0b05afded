import { expect, test } from 'vitest';
import type { JournalChanges } from '../../mock-api/console/journalChanges.ts';
import { getBrief, startTestMock } from '../support/mock/startTestMock.ts';

async function readChanges(url: string, after = ''): Promise<JournalChanges> {
  return (await fetch(`${url}/mock/changes?after=${after}`)).json();
}

test('only the changes since an earlier response are sent', async () => {
  const mock = await startTestMock({ journalLimit: 3 });
  for (const id of ['a', 'b', 'c']) await getBrief(mock, id);
  await mock.journal.wait({ key: 'c', ended: true });
  const first = await readChanges(mock.url);
  expect(first.kept).toEqual([1, 2, 3]);
  expect(first.entries).toMatchObject([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
  expect((await fetch(`${mock.url}/mock/changes?after=${first.id}`)).status).toBe(204);

  await getBrief(mock, 'd');
  mock.journal.remove([2]);
  await mock.journal.wait({ key: 'd', ended: true });
  const second = await readChanges(mock.url, first.id);
  expect(second).toMatchObject({ kept: [3, 4], entries: [{ key: 'd' }] });

  await getBrief(mock, 'e');
  expect((await readChanges(mock.url, second.id)).entries).toMatchObject([{ key: 'e' }]);
});

test.each(['', 'x', '7', '00000000-0000-0000-0000-000000000000/1'])(
  'the journal is sent from the start after the unknown id "%s"',
  async (after) => {
    const mock = await startTestMock();
    await getBrief(mock, 'a');
    expect(await readChanges(mock.url, after)).toMatchObject({
      kept: [1],
      entries: [{ key: 'a' }],
    });
  },
);
