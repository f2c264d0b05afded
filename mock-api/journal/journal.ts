import type { JournalEntry } from './journalEntry.ts';
import { type JournalFilter, matchesFilter } from './journalFilter.ts';

export interface WaitOptions {
  /** 10 seconds by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface JournalOptions {
  /** The number of entries to keep; the oldest are dropped first. */
  limit?: number;
}

type Listener = (entry: JournalEntry) => void;

const maxPathLength = 500;

/**
 * Creates a journal of requests in memory.
 *
 * @example
 * const { journal } = await startMock({ port: 0 });
 * const { body } = await journal.wait({ operation: 'submitFeedback', key: 'daily-harvest.anna' });
 */
export function createJournal({ limit = 2000 }: JournalOptions = {}) {
  const entries = new Map<number, JournalEntry>();
  const listeners = new Set<Listener>();
  const clearListeners = new Set<() => void>();
  let lastId = 0;
  let dropped = 0;

  function insert(entry: JournalEntry) {
    lastId = Math.max(lastId, entry.id);
    entries.set(entry.id, entry);
    const [oldest] = entries.keys();
    if (entries.size <= limit || oldest === undefined) return;
    entries.delete(oldest);
    dropped += 1;
  }

  function list(filter: JournalFilter = {}): JournalEntry[] {
    return [...entries.values()].filter((entry) => matchesFilter(entry, filter));
  }

  return {
    limit,

    /** The entries that match, oldest first. */
    list,

    /** Adds an entry. Listeners are first called on its first `update`. */
    add(request: Pick<JournalEntry, 'at' | 'method' | 'path'>) {
      const entry: JournalEntry = {
        id: lastId + 1,
        ...request,
        path: request.path.slice(0, maxPathLength),
        outcome: 'pending',
        violations: [],
      };
      insert(entry);
      return {
        entry,
        update(change: Partial<JournalEntry>) {
          Object.assign(entry, change);
          for (const listener of [...listeners]) listener(entry);
        },
      };
    },

    get: (id: number) => entries.get(id),

    /** Inserts the entries of an earlier run. */
    restore(earlier: readonly JournalEntry[]) {
      for (const entry of earlier) insert(entry);
    },

    /** The number of entries dropped because of the limit. */
    dropped: () => dropped,

    /** Removes the entries that match and returns their number. */
    clear(filter: JournalFilter = {}): number {
      const matching = list(filter);
      for (const { id } of matching) entries.delete(id);
      for (const listener of clearListeners) listener();
      return matching.length;
    },

    /** Resolves to the first entry that matches, now or later. Rejects on timeout or abort. */
    wait(filter: JournalFilter, { timeoutMs = 10_000, signal }: WaitOptions = {}) {
      const [found] = list(filter);
      if (found) return Promise.resolve(found);
      return new Promise<JournalEntry>((resolve, reject) => {
        const settle = (action: () => void) => {
          clearTimeout(timer);
          listeners.delete(listener);
          action();
        };
        const listener: Listener = (entry) => {
          if (matchesFilter(entry, filter)) settle(() => resolve(entry));
        };
        const fail = () => {
          const message = `No request matched ${JSON.stringify(filter)} within ${timeoutMs} ms.`;
          settle(() => reject(new Error(message)));
        };
        const timer = setTimeout(fail, timeoutMs);
        listeners.add(listener);
        signal?.addEventListener('abort', fail, { once: true });
      });
    },

    /** Calls back with every new or changed entry. Returns the function that unsubscribes. */
    onChange(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Calls back after `clear`. Returns the function that unsubscribes. */
    onClear(listener: () => void): () => void {
      clearListeners.add(listener);
      return () => clearListeners.delete(listener);
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;
