import { nameless } from '../scenarios/testerName.ts';
import type { JournalEntry } from './journalEntry.ts';

/**
 * Keeps up to `limit` entries. Beyond it, the tester with the most entries loses its oldest, so that a busy tester
 * does not evict the entries of others; the entries of testers who have finished are dropped first.
 */
export function createEntryStore(limit: number) {
  const entries = new Map<number, JournalEntry>();
  /** The entries by name; those without one share `none`. */
  const byName = new Map<string, Set<JournalEntry>>();
  const finished = new Set<string>();

  function assign(entry: JournalEntry) {
    const { name = nameless } = entry;
    const own = byName.get(name) ?? new Set();
    byName.set(name, own.add(entry));
  }

  function unassign(entry: JournalEntry) {
    const { name = nameless } = entry;
    const own = byName.get(name);
    own?.delete(entry);
    if (own?.size !== 0) return;
    byName.delete(name);
    finished.delete(name);
  }

  function remove(entry: JournalEntry) {
    if (entries.delete(entry.id)) unassign(entry);
  }

  function findSurplus(): JournalEntry | undefined {
    let most = 0;
    for (const { size } of byName.values()) most = Math.max(most, size);
    for (const entry of entries.values()) {
      const { name = nameless } = entry;
      if (finished.size > 0 ? finished.has(name) : byName.get(name)?.size === most) return entry;
    }
    return undefined;
  }

  return {
    get: (id: number) => entries.get(id),

    /** The entries of a tester, or all, oldest first. */
    values(name?: string): JournalEntry[] {
      if (name === undefined) return [...entries.values()];
      return [...(byName.get(name) ?? [])].sort((a, b) => a.id - b.id);
    },

    /** Returns the entry that was dropped because of the limit, and whether its tester has finished. */
    insert(entry: JournalEntry): { dropped: JournalEntry; isFinished: boolean } | undefined {
      entries.set(entry.id, entry);
      assign(entry);
      const dropped = entries.size > limit ? findSurplus() : undefined;
      if (!dropped) return undefined;
      const isFinished = finished.has(dropped.name ?? nameless);
      remove(dropped);
      return { dropped, isFinished };
    },

    /** Changes an entry, whether or not it is still kept. What is undefined stays as it was. */
    change(entry: JournalEntry, change: Partial<JournalEntry>) {
      const isKept = entries.has(entry.id);
      if (isKept) unassign(entry);
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      Object.assign(entry, Object.fromEntries(given));
      if (isKept) assign(entry);
    },

    remove,

    /** Drops the entries of a tester before those of others. */
    finish(name: string) {
      if (byName.has(name)) finished.add(name);
    },
  };
}
