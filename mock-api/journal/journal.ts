import type { Fault } from '../contract/fault.ts';
import { type JournalFilter, matchesFilter } from './journalFilter.ts';

export interface JournalEntry {
  /** Counts from 1 and is never given twice. */
  id: number;
  /** When the request arrived, as an ISO date. */
  at: string;
  method: string;
  /** As it stood on the wire, with the query, cut after 500 characters. */
  path: string;
  operation?: string;
  /** The scenario that the request's own values chose. */
  scenario?: string;
  /** The brief id or user name, with its suffix. */
  key?: string;
  subscriber?: string;
  /** What was sent, with passwords masked. */
  body?: unknown;
  /** Undefined until an answer has begun. */
  status?: number;
  mediaType?: string;
  /** The contract's example that the answer's body is. */
  example?: string;
  /** Milliseconds from arrival to the end, whatever the end was. */
  duration?: number;
  outcome: 'pending' | 'answered' | 'never answered' | 'reset' | 'torn' | 'cut' | 'client left';
  /** In what the request or the answer broke the contract. */
  faults: Fault[];
}

export interface WaitOptions {
  /** Milliseconds, 10 seconds by default. */
  timeout?: number;
  signal?: AbortSignal;
}

export interface JournalOptions {
  /** How many entries are kept; the oldest go first. */
  limit?: number;
}

type Listener = (entry: JournalEntry) => void;

/** The requests that came, in memory. */
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

  function announce(entry: JournalEntry) {
    for (const listener of [...listeners]) listener(entry);
  }

  function list(filter: JournalFilter = {}): JournalEntry[] {
    return [...entries.values()].filter((entry) => matchesFilter(entry, filter));
  }

  return {
    limit,
    list,

    /** Adds an entry; `update` changes it later and tells everyone who listens. */
    add(request: Pick<JournalEntry, 'at' | 'method' | 'path'>) {
      const entry: JournalEntry = { id: lastId + 1, ...request, outcome: 'pending', faults: [] };
      insert(entry);
      return {
        entry,
        update(change: Partial<JournalEntry>) {
          Object.assign(entry, change);
          announce(entry);
        },
      };
    },

    get: (id: number) => entries.get(id),

    /** Takes in entries of an earlier run. */
    restore(earlier: readonly JournalEntry[]) {
      for (const entry of earlier) insert(entry);
    },

    /** How many entries have had to go to make room. */
    dropped: () => dropped,

    /** Removes what matches, and says how many that were. */
    clear(filter: JournalFilter = {}): number {
      const found = list(filter);
      for (const { id } of found) entries.delete(id);
      for (const listener of clearListeners) listener();
      return found.length;
    },

    /** The first entry that matches: one that is there, or the next to come. Rejects after the timeout. */
    wait(filter: JournalFilter, { timeout = 10_000, signal }: WaitOptions = {}) {
      const [found] = list(filter);
      if (found) return Promise.resolve(found);
      return new Promise<JournalEntry>((resolve, reject) => {
        const stop = (end: () => void) => () => {
          clearTimeout(timer);
          listeners.delete(listener);
          end();
        };
        const sought = JSON.stringify(filter);
        const giveUp = stop(() =>
          reject(new Error(`No request matched ${sought} in ${timeout} ms.`)),
        );
        const timer = setTimeout(giveUp, timeout);
        const listener: Listener = (entry) => {
          if (matchesFilter(entry, filter)) stop(() => resolve(entry))();
        };
        listeners.add(listener);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    },

    /** Calls back with every entry that is new or has changed, until the returned function is called. */
    listen(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** The same for each clearing. */
    listenToClearing(listener: () => void): () => void {
      clearListeners.add(listener);
      return () => clearListeners.delete(listener);
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;
