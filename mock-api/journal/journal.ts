import { randomUUID } from 'node:crypto';
import { createEntryStore } from './entryStore.ts';
import type { JournalEntry } from './journalEntry.ts';
import type { JournalFilter } from './journalFilter.ts';
import { selectEntries } from './selectEntries.ts';

export interface EntryWaitOptions {
  /** 10 seconds by default. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal;
  /** The number of entries to wait for, 1 by default. */
  count?: number | undefined;
}

/** Without an entry: some were removed. */
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
  let lastId = 0;

  function list(filter: JournalFilter = {}): JournalEntry[] {
    return selectEntries(store.values(), filter);
  }

  function removeEntries(entries: readonly JournalEntry[]): number {
    for (const entry of entries) store.remove(entry);
    if (entries.length > 0) notify();
    return entries.length;
  }

  function notify(entry?: JournalEntry) {
    for (const listener of [...listeners]) listener(entry);
  }

  async function waitForEntries(
    filter: JournalFilter,
    { timeoutMs = 10_000, signal, count = 1 }: EntryWaitOptions = {},
  ): Promise<readonly JournalEntry[]> {
    let found = list(filter);
    if (found.length >= count) return found;
    const { promise, resolve, reject } = Promise.withResolvers<readonly JournalEntry[]>();
    const listener: Listener = (entry) => {
      try {
        if (!entry || selectEntries([entry], filter).length === 0) return;
        found = list(filter);
        if (found.length >= count) resolve(found);
      } catch (error) {
        reject(error);
      }
    };
    const fail = () => {
      const subject = count === 1 ? 'No request' : `${found.length} of ${count} requests`;
      const message = `${subject} matched ${JSON.stringify(filter)} within ${timeoutMs} ms.`;
      reject(new Error([message, describeLoss(filter) ?? []].flat().join(' ')));
    };
    const timer = setTimeout(fail, timeoutMs);
    listeners.add(listener);
    signal?.addEventListener('abort', fail, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      listeners.delete(listener);
    });
  }

  /** How many requests that a filter may select were dropped, in a sentence; undefined if none was. */
  function describeLoss({ name, after = 0 }: JournalFilter): string | undefined {
    const lost = store.countLost(name, after);
    if (lost === 0) return undefined;
    const owner = name === undefined ? '' : ` of ${name}`;
    return `Because of its limit of ${limit} (MOCK_JOURNAL_LIMIT), the journal has dropped requests${owner}: ${lost}.`;
  }

  return {
    limit,
    /** Differs after a restart of the mock. */
    run: randomUUID(),
    describeLoss,
    lastId: () => lastId,
    /** Drops the entries of a tester before those of others, because nobody will ask for them. */
    finish: store.finish,

    /** The entries that match, oldest first. */
    list,

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
      if (store.insert(entry)) notify();
      return {
        entry,
        update(change: Partial<JournalEntry>) {
          store.change(entry, change);
          notify(entry);
        },
      };
    },

    /** The number of entries dropped because of the limit. */
    dropped: () => store.countLost(undefined, 0),

    /** Removes the entries with a tester's name or all entries, and returns their number. */
    reset(name?: string): number {
      store.forgetLoss(name);
      return removeEntries(list(name === undefined ? {} : { name }));
    },

    /** Removes the entries with these ids and returns their number. */
    remove: (ids: readonly number[]): number =>
      removeEntries([...new Set(ids)].flatMap((id) => store.get(id) ?? [])),

    /** Resolves to the first entry that matches, now or later. Rejects on timeout or abort. */
    async wait(filter: JournalFilter, options?: EntryWaitOptions): Promise<JournalEntry> {
      const [entry] = await waitForEntries(filter, options);
      return entry as JournalEntry;
    },

    /** Resolves to all entries that match as soon as there are `count`. Rejects on timeout or abort. */
    waitForEntries,

    /** Calls back with every new or changed entry, even if it is no longer kept, and after entries were removed. */
    onChange(listener: Listener) {
      listeners.add(listener);
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;
