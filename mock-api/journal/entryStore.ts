import { nameless } from '../scenarios/testerName.ts';
import type { JournalEntry } from './journalEntry.ts';

/** The age of entries that may be dropped first. Tests that have failed or crashed leave such entries. */
const oldMs = 3_600_000;

/**
 * Creates a store for up to `limit` entries. Beyond the limit, an entry that is older than an hour is dropped, or else
 * the oldest one of the tester with the most entries, so that a busy tester does not evict the entries of others.
 */
export function createEntryStore(limit: number) {
  const entries = new Map<number, JournalEntry>();
  /** The entries by tester's name, or by `none`. */
  const byName = new Map<string, Set<JournalEntry>>();

  function remove(entry: JournalEntry) {
    const { id, name = nameless } = entry;
    entries.delete(id);
    const own = byName.get(name);
    own?.delete(entry);
    if (own?.size === 0) byName.delete(name);
  }

  function findSurplus(): JournalEntry | undefined {
    const [oldest] = entries.values();
    if (oldest && Date.now() - Date.parse(oldest.at) > oldMs) return oldest;
    let most = 0;
    for (const { size } of byName.values()) most = Math.max(most, size);
    return [...entries.values()].find(({ name = nameless }) => byName.get(name)?.size === most);
  }

  return {
    get: (id: number) => entries.get(id),

    /** Returns the entries of a tester, or all, oldest first. */
    values(name?: string): JournalEntry[] {
      if (name === undefined) return [...entries.values()];
      return [...(byName.get(name) ?? [])].sort((a, b) => a.id - b.id);
    },

    /** Inserts an entry, and returns the one that was dropped because of the limit. */
    insert(entry: JournalEntry): JournalEntry | undefined {
      const { id, name = nameless } = entry;
      entries.set(id, entry);
      byName.set(name, (byName.get(name) ?? new Set()).add(entry));
      const dropped = entries.size > limit ? findSurplus() : undefined;
      if (dropped) remove(dropped);
      return dropped;
    },

    remove,
  };
}
