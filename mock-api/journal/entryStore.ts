import type { JournalEntry } from './journalEntry.ts';

/**
 * Keeps up to `limit` entries. Beyond it, the tester (suffix) with the most entries loses its oldest, so
 * that a busy tester does not evict the entries of others.
 */
export function createEntryStore(limit: number) {
  const entries = new Map<number, JournalEntry>();
  /** By suffix; entries without one share the empty suffix. */
  const idsBySuffix = new Map<string, Set<number>>();

  function remove(entry: JournalEntry) {
    const suffix = entry.suffix ?? '';
    const ids = idsBySuffix.get(suffix);
    ids?.delete(entry.id);
    if (ids?.size === 0) idsBySuffix.delete(suffix);
    entries.delete(entry.id);
  }

  function group(entry: JournalEntry) {
    const suffix = entry.suffix ?? '';
    const ids = idsBySuffix.get(suffix);
    if (ids) ids.add(entry.id);
    else idsBySuffix.set(suffix, new Set([entry.id]));
  }

  function findSurplus(): JournalEntry | undefined {
    if (entries.size <= limit) return undefined;
    let largest = new Set<number>();
    for (const ids of idsBySuffix.values()) if (ids.size > largest.size) largest = ids;
    const [oldest] = largest;
    return oldest === undefined ? undefined : entries.get(oldest);
  }

  return {
    get: (id: number) => entries.get(id),
    values: () => [...entries.values()],

    /** Returns the entry that was dropped because of the limit. */
    insert(entry: JournalEntry): JournalEntry | undefined {
      entries.set(entry.id, entry);
      group(entry);
      const surplus = findSurplus();
      if (surplus) remove(surplus);
      return surplus;
    },

    /** Changes an entry, whether or not it is still kept. */
    change(entry: JournalEntry, change: Partial<JournalEntry>) {
      const isMoved = change.suffix !== entry.suffix && 'suffix' in change;
      const isKept = entries.has(entry.id);
      if (isMoved && isKept) idsBySuffix.get(entry.suffix ?? '')?.delete(entry.id);
      Object.assign(entry, change);
      if (isMoved && isKept) group(entry);
    },

    remove,
  };
}
