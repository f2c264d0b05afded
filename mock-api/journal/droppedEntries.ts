import type { JournalEntry } from './journalEntry.ts';
import { type JournalFilter, matchesKey } from './journalFilter.ts';

interface DroppedKey extends Pick<JournalEntry, 'key' | 'suffix'> {
  count: number;
  lastId: number;
}

const maxKeys = 10_000;

/** Counts the entries that the journal has dropped, by key. */
export function createDroppedEntries() {
  const byKey = new Map<string, DroppedKey>();
  /** The keys beyond the limit, which may meet any condition. */
  const others = { count: 0, lastId: 0 };

  return {
    add({ id, key = '', suffix }: JournalEntry) {
      const known = byKey.get(key);
      if (known) {
        known.count += 1;
        known.lastId = Math.max(known.lastId, id);
      } else if (byKey.size < maxKeys) {
        byKey.set(key, { key, ...(suffix !== undefined && { suffix }), count: 1, lastId: id });
      } else {
        others.count += 1;
        others.lastId = Math.max(others.lastId, id);
      }
    },

    /** Forgets the entries with a suffix, or all of them. */
    reset(suffix?: string) {
      if (suffix === undefined) Object.assign(others, { count: 0, lastId: 0 });
      for (const [key, dropped] of byKey) {
        if (suffix === undefined || dropped.suffix === suffix) byKey.delete(key);
      }
    },

    /** The number of entries that may meet a filter's conditions on the key, the suffix and the id. */
    count(filter: JournalFilter = {}): number {
      const { after = 0 } = filter;
      let count = others.lastId > after ? others.count : 0;
      for (const dropped of byKey.values()) {
        if (dropped.lastId > after && matchesKey(dropped, filter)) count += dropped.count;
      }
      return count;
    },
  };
}
