import type { JournalEntry } from './journalEntry.ts';

/**
 * Keeps up to `limit` entries. Beyond it, the tester with the most entries loses its oldest, so
 * that a busy tester does not evict the entries of others.
 */
export function createEntryStore(limit: number) {
  const entries = new Map<number, JournalEntry>();
  /** By name; entries without one share the empty name. */
  const counts = new Map<string, number>();

  function count({ name = '' }: JournalEntry, change: 1 | -1) {
    const total = (counts.get(name) ?? 0) + change;
    if (total > 0) counts.set(name, total);
    else counts.delete(name);
  }

  function remove(entry: JournalEntry) {
    if (entries.delete(entry.id)) count(entry, -1);
  }

  return {
    get: (id: number) => entries.get(id),
    values: () => [...entries.values()],

    /** Returns the entry that was dropped because of the limit. */
    insert(entry: JournalEntry): JournalEntry | undefined {
      entries.set(entry.id, entry);
      count(entry, 1);
      if (entries.size <= limit) return undefined;
      let most = 0;
      for (const total of counts.values()) most = Math.max(most, total);
      for (const surplus of entries.values()) {
        if (counts.get(surplus.name ?? '') !== most) continue;
        remove(surplus);
        return surplus;
      }
      return undefined;
    },

    /** Changes an entry, whether or not it is still kept. */
    change(entry: JournalEntry, change: Partial<JournalEntry>) {
      const isKept = entries.has(entry.id);
      if (isKept) count(entry, -1);
      Object.assign(entry, change);
      if (isKept) count(entry, 1);
    },

    remove,
  };
}
