import { expect, test } from 'vitest';
import { Journal } from '../../mock-api/journal/Journal.ts';
import { assess } from '../../mock-api/journal/requestPattern.ts';

const arrival = { at: new Date().toISOString(), method: 'GET', path: '/' };

test('the oldest entries are dropped first, and ids are not reused', () => {
  const journal = new Journal(3);
  for (let i = 0; i < 5; i += 1) journal.add(arrival);
  expect(journal.list().map(({ id }) => id)).toEqual([3, 4, 5]);
});

test('a busy tester does not evict the entries of others', () => {
  const journal = new Journal(10);
  for (const [name, count] of Object.entries({ anna: 4, ben: 4, busy: 50 })) {
    for (let i = 0; i < count; i += 1) journal.add({ ...arrival, name });
  }
  const ids = (name: string) => journal.list({ name }).map(({ id }) => id);
  expect([ids('anna'), ids('ben'), ids('busy')]).toEqual([
    [2, 3, 4],
    [6, 7, 8],
    [55, 56, 57, 58],
  ]);
  expect(journal.dropped()).toBe(48);
});

test.each([
  { operation: 'getBrief' },
  { key: 'daily' },
  { scenario: 'busy' },
  { body: { text: 'Hello' } },
  { violations: true },
  { violations: false },
  { unexpected: true },
  { unexpected: false },
  { status: 500 },
])('a request whose body is still arriving may meet %j', (pattern) => {
  const journal = new Journal(1);
  const entry = journal.add(arrival);
  expect(assess(entry, pattern)).toBe('pending');
  journal.update(entry, { operation: 'signIn' });
  expect(assess(entry, pattern) === 'pending').toBe('status' in pattern);
});
