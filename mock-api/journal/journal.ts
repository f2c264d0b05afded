import { randomUUID } from 'node:crypto';
import { createEntryStore } from './entryStore.ts';
import type { JournalEntry } from './journalEntry.ts';
import type { JournalFilter } from './journalFilter.ts';
import { selectEntries, selectUndecided } from './selectEntries.ts';

export interface EntryWaitOptions {
  /** 10 seconds by default. */
  timeoutMs?: number;
  /** The number of entries to wait for, 1 by default. */
  count?: number;
}

export interface ConditionWaitOptions {
  timeoutMs: number;
  /** Ends the wait. */
  signal?: AbortSignal;
  /** Only requests with this tester's name, or whose name is unknown yet, can meet the condition. */
  name?: string | undefined;
}

/** Without an entry: some were removed, or a tester has ended. */
type Listener = (entry?: JournalEntry) => void;

export const defaultJournalLimit = 2000;
const maxPathLength = 500;

/**
 * Creates a journal of requests in memory.
 * @param limit the number of entries to keep: see `createEntryStore`
 * @example
 * const { journal } = await startMock({ port: 0 });
 * const { body } = await journal.wait({ operation: 'submitFeedback', key: 'daily-harvest.anna' });
 */
export function createJournal(limit: number) {
  const store = createEntryStore(limit);
  const listeners = new Set<Listener>();
  const dropListeners = new Set<(dropped: JournalEntry) => void>();
  let lastId = 0;
  let dropped = 0;

  function list(filter: JournalFilter = {}): JournalEntry[] {
    return selectEntries(store.values(filter.name), filter);
  }

  function removeEntries(entries: readonly JournalEntry[]): number {
    for (const entry of entries) store.remove(entry);
    notify();
    return entries.length;
  }

  function notify(entry?: JournalEntry) {
    for (const listener of [...listeners]) listener(entry);
  }

  function noteDrop(surplus: ReturnType<typeof store.insert>) {
    if (!surplus) return;
    if (!surplus.isFinished) dropped += 1;
    for (const listener of dropListeners) listener(surplus.dropped);
    notify();
  }

  /** Whether a condition is met, now or within the time. It is evaluated after each change that may concern it. */
  async function until(
    isMet: () => boolean,
    { timeoutMs, signal, name }: ConditionWaitOptions,
  ): Promise<boolean> {
    if (isMet()) return true;
    if (timeoutMs === 0) return false;
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const evaluate: Listener = (entry) => {
      if (name !== undefined && entry?.name !== undefined && entry.name !== name) return;
      try {
        if (isMet()) resolve(true);
      } catch (error) {
        reject(error);
      }
    };
    const giveUp = () => resolve(false);
    const timer = setTimeout(giveUp, timeoutMs);
    listeners.add(evaluate);
    signal?.addEventListener('abort', giveUp, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      listeners.delete(evaluate);
    });
  }

  async function waitForEntries(
    filter: JournalFilter,
    { timeoutMs = 10_000, count = 1 }: EntryWaitOptions = {},
  ): Promise<readonly JournalEntry[]> {
    if (await until(() => list(filter).length >= count, { timeoutMs })) return list(filter);
    const subject = `${list(filter).length} of ${count} requests`;
    throw new Error(`${subject} matched ${JSON.stringify(filter)} within ${timeoutMs} ms.`);
  }

  return {
    limit,
    /** Differs after a restart of the mock. */
    run: randomUUID(),
    lastId: () => lastId,
    until,

    /** Drops the entries of a tester before those of others, because nobody will ask for them. */
    finish(name: string) {
      store.finish(name);
      notify();
    },

    /** The entries that match, oldest first. */
    list,

    /** The pending entries that do not match now, but may when they end. */
    listUndecided: (filter: JournalFilter) => selectUndecided(store.values(filter.name), filter),

    /** Adds an entry. Listeners are first called on its first `update`. */
    add(request: Pick<JournalEntry, 'at' | 'method' | 'path' | 'requestHeaders'>) {
      lastId += 1;
      const entry: JournalEntry = {
        id: lastId,
        ...request,
        path: request.path.slice(0, maxPathLength),
        outcome: 'pending',
        violations: [],
      };
      noteDrop(store.insert(entry));
      return {
        entry,
        update(change: Partial<JournalEntry>) {
          store.change(entry, change);
          notify(entry);
        },
      };
    },

    get: store.get,

    /** The number of entries dropped because of the limit, without those of testers who have finished. */
    dropped: () => dropped,

    /** Removes the entries with a tester's name or all entries, and returns their number. */
    reset(name?: string): number {
      if (name === undefined) dropped = 0;
      return removeEntries(list(name === undefined ? {} : { name }));
    },

    /** Removes the entries with these ids and returns their number. */
    remove: (ids: readonly number[]): number =>
      removeEntries([...new Set(ids)].flatMap((id) => store.get(id) ?? [])),

    /** Resolves to the first entry that matches, now or later. Rejects on timeout. */
    async wait(filter: JournalFilter, options?: EntryWaitOptions): Promise<JournalEntry> {
      const [entry] = await waitForEntries(filter, options);
      return entry as JournalEntry;
    },

    /** Resolves to all entries that match as soon as there are `count`. Rejects on timeout. */
    waitForEntries,

    /** Calls back with every new or changed entry, even if it is no longer kept, and after entries were removed. */
    onChange(listener: Listener) {
      listeners.add(listener);
    },

    /** Calls back with each entry that is dropped because of the limit. */
    onDrop(listener: (dropped: JournalEntry) => void) {
      dropListeners.add(listener);
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;
