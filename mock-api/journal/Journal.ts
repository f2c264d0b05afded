import { randomUUID } from 'node:crypto';
import { nameless } from '../scenarios/testerName.ts';
import { createEntryStore } from './entryStore.ts';
import type { JournalEntry } from './journalEntry.ts';
import { createRemovals, type Removal } from './removals.ts';

interface ConditionWaitOptions {
  timeoutMs: number;
  /** A signal that ends the wait. */
  signal?: AbortSignal;
  /** The tester's name, or `none`, of the requests that can meet the condition; any by default. */
  name?: string | undefined;
}

/** A listener that receives the new or changed entry, or nothing when entries were removed. */
type ChangeListener = (entry?: JournalEntry) => void;

export const defaultJournalLimit = 2000;

/** A journal of requests in memory. */
export class Journal {
  readonly limit: number;
  /** A random id, which differs after a restart of the mock. */
  readonly run = randomUUID();

  readonly #store;
  readonly #removals = createRemovals();
  readonly #changeListeners = new Set<ChangeListener>();
  #lastId = 0;
  #dropped = 0;

  /**
   * Creates an empty journal.
   * @param limit the number of entries to keep: see `createEntryStore`
   */
  constructor(limit: number) {
    this.limit = limit;
    this.#store = createEntryStore(limit);
  }

  lastId(): number {
    return this.#lastId;
  }

  /** Returns the number of entries that were dropped because of the limit. */
  dropped(): number {
    return this.#dropped;
  }

  get(id: number): JournalEntry | undefined {
    return this.#store.get(id);
  }

  /** Returns the entries with a name (`none`: those without one; undefined: all) and after an id, oldest first. */
  list({ name, after = 0 }: { name?: string | undefined; after?: number } = {}): JournalEntry[] {
    return this.#store.values(name).filter(({ id }) => id > after);
  }

  /** Adds an entry and assigns its id. */
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

  /** Changes an entry, even one that was removed. Properties that are undefined are not changed; the name must stay. */
  update(entry: JournalEntry, change: Partial<JournalEntry>): void {
    Object.assign(entry, omitUndefined(change));
    this.#notify(entry);
  }

  /** Returns the current position, from which a later check counts: `1a2b3c4d:17`. */
  position(): string {
    return `${this.run.slice(0, 8)}:${this.#lastId}`;
  }

  /** Whether a position is one of this mock, and not of one before a restart. */
  isCurrentRun(position: string): boolean {
    return position.startsWith(`${this.run.slice(0, 8)}:`);
  }

  /** Returns the last removal of a request with a name and a higher id, if there is one. */
  removalAfter(id: number, name: string): Removal | undefined {
    return this.#removals.findAfter(id, name);
  }

  /** Whether this is the name of a tester. Every tester begins with a reset of its name. */
  hasName(name: string): boolean {
    return this.#removals.has(name);
  }

  /**
   * Removes the entries with a tester's name or all entries, and returns their number. The reset takes an id of its
   * own, so that a position after it differs from one before it, even if there was nothing to remove.
   */
  reset(name?: string, cause = 'a reset'): number {
    if (name === undefined) this.#dropped = 0;
    this.#lastId += 1;
    this.#removals.note(name, this.#lastId, cause);
    return this.#remove(this.#store.values(name));
  }

  /** Removes the entries with these ids and returns their number. */
  remove(ids: readonly number[], cause = 'a removal'): number {
    const entries = [...new Set(ids)].flatMap((id) => this.get(id) ?? []);
    for (const entry of entries) this.#noteRemoval(entry, cause);
    return this.#remove(entries);
  }

  /**
   * Resolves to true as soon as a condition is met, or to false after the time limit. The condition is evaluated after
   * each change that may concern it.
   */
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

  /**
   * Calls a listener after each change: with a new or changed entry, even one that is no longer kept, or without one
   * after a removal.
   */
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

  #noteRemoval({ id, name = nameless }: JournalEntry, cause: string): void {
    this.#removals.note(name, id, cause);
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
