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
  expect(first).toMatchObject({ isStart: true, isComplete: true });
  expect(first.entries).toMatchObject([{ key: 'a' }, { key: 'b' }, { key: 'c' }]);
  expect((await fetch(`${mock.url}/mock/changes?after=${first.id}`)).status).toBe(204);

  await getBrief(mock, 'd');
  mock.journal.clear({ key: 'b' });
  await mock.journal.wait({ key: 'd', ended: true });
  const second = await readChanges(mock.url, first.id);
  expect(second).toMatchObject({ isStart: false, kept: [3, 4], entries: [{ key: 'd' }] });
});

test.each(['', 'x', '7', '00000000-0000-0000-0000-000000000000/1'])(
  'the journal is sent from the start after the unknown id "%s"',
  async (after) => {
    const mock = await startTestMock();
    await getBrief(mock, 'a');
    expect(await readChanges(mock.url, after)).toMatchObject({
      isStart: true,
      entries: [{ key: 'a' }],
    });
  },
);

test('a long journal is sent in parts', async () => {
  const { url, journal } = await startTestMock();
  for (let i = 0; i < 120; i += 1) {
    const entry = journal.add({ at: '', method: 'GET', path: `/${i}` });
    entry.update({ responseBody: 'x'.repeat(16_000), durationMs: 1 });
  }
  const first = await readChanges(url);
  expect(first.isComplete).toBe(false);
  const second = await readChanges(url, first.id);
  expect(second).toMatchObject({ isStart: false, isComplete: true });
  expect([...first.entries, ...second.entries]).toHaveLength(120);
});
