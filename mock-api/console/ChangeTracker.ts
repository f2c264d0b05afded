import type { Journal } from '../journal/Journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { Reloadable } from '../start/reloadOnChange.ts';

/** What has changed since the console's previous request. */
export interface JournalChanges {
  /** The id to send with the next request. */
  id: string;
  /** New and changed entries. */
  entries: readonly JournalEntry[];
  /** The ids of all entries, if these are the first ones, or if some were cleared or dropped. */
  kept?: readonly number[];
  /** The reasons why changed files are not in use; empty if they are. */
  problems: readonly string[];
  /** The number of entries dropped because of the journal's limit. */
  dropped: number;
}

/**
 * Numbers the changes of the journal and the files, so that the console can poll for those that it does not have. An
 * open stream for each tab would take the few connections that a browser opens to a host.
 */
export class ChangeTracker {
  readonly #journal;
  readonly #files;
  /** The number of each entry's last change. */
  readonly #changes = new WeakMap<JournalEntry, number>();
  #latest = 0;
  #lastRemoval = 0;

  constructor(journal: Journal, files: Reloadable<unknown>) {
    this.#journal = journal;
    this.#files = files;
    journal.onChange((entry) => {
      this.#latest += 1;
      if (entry) this.#changes.set(entry, this.#latest);
      else this.#lastRemoval = this.#latest;
    });
    files.onReload(() => this.noteReload());
  }

  /** Notes a change of the contract, the data or what testers have added to it. */
  noteReload() {
    this.#latest += 1;
  }

  /**
   * The changes after the id of an earlier response, or all after any other one; undefined if there are none.
   */
  listAfter(id: unknown): JournalChanges | undefined {
    const [run, number] = typeof id === 'string' ? id.split('/') : [];
    // The numbers start again with the mock.
    const since = run === this.#journal.run ? Number(number) : -1;
    if (since === this.#latest) return undefined;

    const entries = this.#journal.list();
    const changes: JournalChanges = {
      id: `${this.#journal.run}/${this.#latest}`,
      entries: entries.filter((entry) => (this.#changes.get(entry) ?? -1) > since),
      problems: this.#files.problems(),
      dropped: this.#journal.dropped(),
    };
    if (this.#lastRemoval > since) changes.kept = entries.map((entry) => entry.id);
    return changes;
  }
}
