import { randomUUID } from 'node:crypto';
import { createEntryStore } from './entryStore.ts';
import type { JournalEntry } from './journalEntry.ts';
import type { JournalFilter } from './journalFilter.ts';
import { selectEntries, selectUndecided } from './selectEntries.ts';

interface EntryWaitOptions {
  /** 10 seconds by default. */
  timeoutMs?: number;
  /** The number of entries to wait for, 1 by default. */
  count?: number;
}

interface ConditionWaitOptions {
  timeoutMs: number;
  /** Ends the wait. */
  signal?: AbortSignal;
  /** Only requests with this tester's name, or whose name is unknown yet, can meet the condition. */
  name?: string | undefined;
}

/** Without an entry: some were removed, or a tester has ended. */
type ChangeListener = (entry?: JournalEntry) => void;

export const defaultJournalLimit = 2000;
const maxPathLength = 500;

/**
 * A journal of requests in memory.
 * @example
 * const { journal } = await startMock({ port: 0 });
 * const { body } = await journal.wait({ operation: 'submitFeedback', key: 'daily-harvest.anna' });
 */
export class Journal {
  readonly limit: number;
  /** Differs after a restart of the mock. */
  readonly run = randomUUID();

  readonly #store;
  readonly #changeListeners = new Set<ChangeListener>();
  readonly #dropListeners = new Set<(dropped: JournalEntry) => void>();
  #lastId = 0;
  #dropped = 0;

  /** @param limit the number of entries to keep: see `createEntryStore` */
  constructor(limit: number) {
    this.limit = limit;
    this.#store = createEntryStore(limit);
  }

  lastId(): number {
    return this.#lastId;
  }

  /** The number of entries dropped because of the limit, without those of testers who have finished. */
  dropped(): number {
    return this.#dropped;
  }

  get(id: number): JournalEntry | undefined {
    return this.#store.get(id);
  }

  /** The entries that match, oldest first. */
  list(filter: JournalFilter = {}): JournalEntry[] {
    return selectEntries(this.#store.values(filter.name), filter);
  }

  /** The pending entries that do not match now, but may when they end. */
  listUndecided(filter: JournalFilter): JournalEntry[] {
    return selectUndecided(this.#store.values(filter.name), filter);
  }

  /** Adds an entry. Listeners are first called on its first `update`. */
  add(request: Pick<JournalEntry, 'at' | 'method' | 'path' | 'requestHeaders'>) {
    this.#lastId += 1;
    const path = request.path.slice(0, maxPathLength);
    const id = this.#lastId;
    const entry: JournalEntry = { id, ...request, path, outcome: 'pending', violations: [] };
    const surplus = this.#store.insert(entry);
    if (surplus) this.#noteDrop(surplus);

    const update = (change: Partial<JournalEntry>) => {
      this.#store.change(entry, change);
      this.#notify(entry);
    };
    return { entry, update };
  }

  /** Removes the entries with a tester's name or all entries, and returns their number. */
  reset(name?: string): number {
    if (name === undefined) this.#dropped = 0;
    return this.#remove(this.#store.values(name));
  }

  /** Removes the entries with these ids and returns their number. */
  remove(ids: readonly number[]): number {
    return this.#remove([...new Set(ids)].flatMap((id) => this.get(id) ?? []));
  }

  /** Drops the entries of a tester before those of others, because nobody will ask for them. */
  finish(name: string): void {
    this.#store.finish(name);
    this.#notify();
  }

  /** Whether a condition is met, now or within the time. It is evaluated after each change that may concern it. */
  async until(
    isMet: () => boolean,
    { timeoutMs, signal, name }: ConditionWaitOptions,
  ): Promise<boolean> {
    if (isMet()) return true;
    if (timeoutMs === 0) return false;

    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const evaluate: ChangeListener = (entry) => {
      if (name !== undefined && entry?.name !== undefined && entry.name !== name) return;
      try {
        if (isMet()) resolve(true);
      } catch (error) {
        reject(error);
      }
    };
    const giveUp = () => resolve(false);
    const timer = setTimeout(giveUp, timeoutMs);
    this.#changeListeners.add(evaluate);
    signal?.addEventListener('abort', giveUp, { once: true });
    return promise.finally(() => {
      clearTimeout(timer);
      this.#changeListeners.delete(evaluate);
    });
  }

  /** Resolves to the first entry that matches, now or later. Rejects on timeout. */
  async wait(filter: JournalFilter, options?: EntryWaitOptions): Promise<JournalEntry> {
    const [entry] = await this.waitForEntries(filter, options);
    return entry as JournalEntry;
  }

  /** Resolves to all entries that match as soon as there are `count`. Rejects on timeout. */
  async waitForEntries(
    filter: JournalFilter,
    { timeoutMs = 10_000, count = 1 }: EntryWaitOptions = {},
  ): Promise<readonly JournalEntry[]> {
    const isEnough = await this.until(() => this.list(filter).length >= count, { timeoutMs });
    const entries = this.list(filter);
    if (isEnough) return entries;
    const subject = `${entries.length} of ${count} requests`;
    throw new Error(`${subject} matched ${JSON.stringify(filter)} within ${timeoutMs} ms.`);
  }

  /** Calls back with every new or changed entry, even if it is no longer kept, and after entries were removed. */
  onChange(listener: ChangeListener): void {
    this.#changeListeners.add(listener);
  }

  /** Calls back with each entry that is dropped because of the limit. */
  onDrop(listener: (dropped: JournalEntry) => void): void {
    this.#dropListeners.add(listener);
  }

  #remove(entries: readonly JournalEntry[]): number {
    for (const entry of entries) this.#store.remove(entry);
    this.#notify();
    return entries.length;
  }

  #notify(entry?: JournalEntry): void {
    for (const listener of [...this.#changeListeners]) listener(entry);
  }

  #noteDrop({ dropped, isFinished }: { dropped: JournalEntry; isFinished: boolean }): void {
    if (!isFinished) this.#dropped += 1;
    for (const listener of this.#dropListeners) listener(dropped);
    this.#notify();
  }
}
