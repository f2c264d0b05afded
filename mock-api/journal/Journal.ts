import { randomUUID } from 'node:crypto';
import { nameless } from '../scenarios/testerName.ts';
import { createEntryStore } from './entryStore.ts';
import type { JournalEntry } from './journalEntry.ts';
import { createRemovals, type Removal } from './removals.ts';

interface ConditionWaitOptions {
  timeoutMs: number;
  /** Ends the wait. */
  signal?: AbortSignal;
  /** Only requests with this tester's name, or `none`, can meet the condition. */
  name?: string | undefined;
}

/** Without an entry: some were removed. */
type ChangeListener = (entry?: JournalEntry) => void;

export const defaultJournalLimit = 2000;

/** A journal of requests in memory. */
export class Journal {
  readonly limit: number;
  /** Differs after a restart of the mock. */
  readonly run = randomUUID();

  readonly #store;
  readonly #removals = createRemovals();
  readonly #changeListeners = new Set<ChangeListener>();
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

  /** The number of entries dropped because of the limit. */
  dropped(): number {
    return this.#dropped;
  }

  get(id: number): JournalEntry | undefined {
    return this.#store.get(id);
  }

  /** The entries with a name, `none` for those without one, or all; only those after an id; oldest first. */
  list({ name, after = 0 }: { name?: string | undefined; after?: number } = {}): JournalEntry[] {
    return this.#store.values(name).filter(({ id }) => id > after);
  }

  /** Adds an entry with an id of its own. */
  add(request: Pick<JournalEntry, 'at' | 'method' | 'path'> & Partial<JournalEntry>): JournalEntry {
    this.#lastId += 1;
    const id = this.#lastId;
    const entry: JournalEntry = {
      outcome: 'pending',
      violations: [],
      ...omitUndefined(request),
      id,
    };
    const surplus = this.#store.insert(entry);
    if (surplus) this.#noteDrop(surplus);
    this.#notify(entry);
    return entry;
  }

  /** Changes an entry, whether or not it is still kept. Its name stays; what is undefined stays as it was. */
  update(entry: JournalEntry, change: Partial<JournalEntry>): void {
    Object.assign(entry, omitUndefined(change));
    this.#notify(entry);
  }

  /** Where a check of later requests begins: `1a2b3c4d:17`. */
  position(): string {
    return `${this.run.slice(0, 8)}:${this.#lastId}`;
  }

  /** Whether a position is one of this run, and not of a mock that was started before. */
  isCurrentRun(position: string): boolean {
    return position.startsWith(`${this.run.slice(0, 8)}:`);
  }

  /** What has removed a request of a name after an id. */
  removalAfter(id: number, name: string): Removal | undefined {
    return this.#removals.findAfter(id, name);
  }

  /** Whether a name was ever reset, as that of every tester is at its start. */
  hasName(name: string): boolean {
    return this.#removals.has(name);
  }

  /**
   * Removes the entries with a tester's name or all entries, and returns their number. It takes an id of its own, so
   * that it comes after what has begun before, even if nothing was there to remove.
   */
  reset(name?: string, what = 'a reset'): number {
    if (name === undefined) this.#dropped = 0;
    this.#lastId += 1;
    this.#removals.note(name, this.#lastId, what);
    return this.#remove(this.#store.values(name));
  }

  /** Removes the entries with these ids and returns their number. */
  remove(ids: readonly number[], what = 'a removal'): number {
    const entries = [...new Set(ids)].flatMap((id) => this.get(id) ?? []);
    for (const entry of entries) this.#noteRemoval(entry, what);
    return this.#remove(entries);
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
      if (name !== undefined && entry && (entry.name ?? nameless) !== name) return;
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

  /** Calls back with every new or changed entry, even if it is no longer kept, and after entries were removed. */
  onChange(listener: ChangeListener): void {
    this.#changeListeners.add(listener);
  }

  #remove(entries: readonly JournalEntry[]): number {
    for (const entry of entries) this.#store.remove(entry);
    this.#notify();
    return entries.length;
  }

  #notify(entry?: JournalEntry): void {
    for (const listener of [...this.#changeListeners]) listener(entry);
  }

  #noteRemoval({ id, name = nameless }: JournalEntry, what: string): void {
    this.#removals.note(name, id, what);
  }

  #noteDrop(dropped: JournalEntry): void {
    this.#dropped += 1;
    const limit = `its limit of ${this.limit} (MOCK_JOURNAL_LIMIT)`;
    this.#noteRemoval(dropped, `the journal dropped request ${dropped.id} because of ${limit}`);
    this.#notify();
  }
}

function omitUndefined<Fields extends object>(fields: Fields): Fields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Fields;
}
