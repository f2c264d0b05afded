import { nameless } from '../scenarios/testerName.ts';
import type { JournalEntry } from './journalEntry.ts';

/**
 * Keeps up to `limit` entries. Beyond it, the tester with the most entries loses its oldest, so that a busy tester
 * does not evict the entries of others; the entries of testers who have finished are dropped first.
 */
export function createEntryStore(limit: number) {
  const entries = new Map<number, JournalEntry>();
  /** By name; entries without one share `none`. */
  const counts = new Map<string, number>();
  const finished = new Set<string>();

  function count({ name = nameless }: JournalEntry, change: 1 | -1) {
    const total = (counts.get(name) ?? 0) + change;
    if (total > 0) counts.set(name, total);
    else {
      counts.delete(name);
      finished.delete(name);
    }
  }

  function remove(entry: JournalEntry) {
    if (entries.delete(entry.id)) count(entry, -1);
  }

  function findSurplus(): JournalEntry | undefined {
    let most = 0;
    for (const total of counts.values()) most = Math.max(most, total);
    for (const entry of entries.values()) {
      const { name = nameless } = entry;
      if (finished.size > 0 ? finished.has(name) : counts.get(name) === most) return entry;
    }
    return undefined;
  }

  return {
    get: (id: number) => entries.get(id),
    values: () => [...entries.values()],

    /** Returns the entry that was dropped because of the limit, and whether its tester has finished. */
    insert(entry: JournalEntry): { dropped: JournalEntry; isFinished: boolean } | undefined {
      entries.set(entry.id, entry);
      count(entry, 1);
      const dropped = entries.size > limit ? findSurplus() : undefined;
      if (!dropped) return undefined;
      const isFinished = finished.has(dropped.name ?? nameless);
      remove(dropped);
      return { dropped, isFinished };
    },

    /** Changes an entry, whether or not it is still kept. What is undefined stays as it was. */
    change(entry: JournalEntry, change: Partial<JournalEntry>) {
      const isKept = entries.has(entry.id);
      if (isKept) count(entry, -1);
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      Object.assign(entry, Object.fromEntries(given));
      if (isKept) count(entry, 1);
    },

    remove,

    /** Drops the entries of a tester before those of others. */
    finish(name: string) {
      if (counts.has(name)) finished.add(name);
    },
  };
}
