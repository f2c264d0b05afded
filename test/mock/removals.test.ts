import { expect, test } from 'vitest';
import { Journal } from '../../mock-api/journal/Journal.ts';
import { createRemovals } from '../../mock-api/journal/removals.ts';
import { createRandom } from '../createRandom.ts';

const minuteMs = 60_000;

interface ModelEntry {
  id: number;
  name: string;
  at: number;
}

interface Check {
  name: string;
  since: number;
  isIntact: boolean;
}

/** The entry that must go: the oldest if it is older than an hour, or else the oldest of the name with the most. */
function findSurplus(entries: readonly ModelEntry[]): ModelEntry | undefined {
  const [oldest] = entries;
  if (oldest && oldest.at < Date.now() - 60 * minuteMs) return oldest;
  const sizeOf = (name: string) => entries.filter((entry) => entry.name === name).length;
  const most = Math.max(...entries.map(({ name }) => sizeOf(name)));
  return entries.find(({ name }) => sizeOf(name) === most);
}

test.each([1, 2, 3, 4])(
  'a check is answered as long as nothing after its beginning was removed, in any order of events: %i',
  (seed) => {
    const random = createRandom(seed);
    const limit = 8;
    const journal = new Journal(limit);
    const names = ['anna', 'ben', 'cora', 'none'];
    let model: ModelEntry[] = [];
    const checks: Check[] = [];
    const endChecks = (isEnded: (check: Check) => boolean) => {
      for (const check of checks) if (isEnded(check)) check.isIntact = false;
    };
    const remove = (isRemoved: (entry: ModelEntry) => boolean) => {
      const removed = model.filter(isRemoved);
      endChecks(({ name, since }) => removed.some((one) => one.name === name && one.id > since));
      model = model.filter((entry) => !isRemoved(entry));
    };

    const events = [
      function arrive(name: string) {
        const at = Date.now() - (75 * random(2) + random(10)) * minuteMs;
        const request = { at: new Date(at).toISOString(), method: 'GET', path: '/' };
        const { id } = journal.add(name === 'none' ? request : { ...request, name });
        model.push({ id, name, at });
        if (model.length <= limit) return;
        const surplus = findSurplus(model);
        remove((one) => one === surplus);
      },
      function begin(name: string) {
        if (name !== 'none') {
          remove((entry) => entry.name === name);
          endChecks((check) => check.name === name);
          journal.reset(name);
        }
        checks.push({ name, since: journal.lastId(), isIntact: true });
      },
      function resetAll() {
        if (random(4) > 0) return;
        remove(() => true);
        endChecks(() => true);
        journal.reset();
      },
      function clear() {
        const ids = model.filter(() => random(8) === 0).map(({ id }) => id);
        remove(({ id }) => ids.includes(id));
        journal.remove(ids);
      },
    ];
    for (let i = 0; i < 400; i += 1) {
      const event = events[random(3) > 0 ? 0 : random(events.length)];
      event?.(names[random(names.length)] ?? 'anna');
      expect(
        journal.list().map(({ id }) => id),
        `${event?.name} ${i}`,
      ).toEqual(model.map(({ id }) => id));
      const found = checks.map(
        ({ name, since }) => journal.removalAfter(since, name) === undefined,
      );
      expect(found, `${event?.name} ${i}`).toEqual(checks.map(({ isIntact }) => isIntact));
    }
  },
);

test('beyond the limit of names, the oldest removal counts as one of all names', () => {
  const removals = createRemovals(2);
  for (const [i, name] of ['anna', 'ben', 'cora'].entries())
    removals.note(name, 10 * (i + 1), 'a reset');
  expect(removals.findAfter(9, 'anna')?.reason).toMatch(/^more than 2 other names came later/);
  expect(removals.findAfter(9, 'dora')).toMatchObject({ id: 10 });
  expect(removals.findAfter(10, 'anna')).toBeUndefined();
  expect(removals.findAfter(20, 'ben')).toBeUndefined();
  expect(removals.findAfter(20, 'cora')?.reason).toMatch(/^a reset, at 20/);
});
