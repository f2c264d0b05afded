import type { Coverage } from '../journal/coverage.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';

/** The data of the console's server-sent events, by event name. */
export interface ConsoleEvents {
  /**
   * At the start, and when the changes since the last event are not known: a part of the journal. The rest
   * follows as changes.
   */
  all: readonly JournalEntry[];
  /** The ids of all entries, after a reconnection. The changed entries follow. */
  kept: readonly number[];
  changes: JournalChanges;
  state: ConsoleState;
  /** The contract or the data was reloaded. */
  reload: null;
}

interface JournalChanges {
  /** New and changed entries. */
  entries: readonly JournalEntry[];
  /** The ids of entries that were cleared or dropped. */
  removed: readonly number[];
}

interface ConsoleState {
  /** The reasons why changed files are not in use; empty if they are. */
  problems: readonly string[];
  coverage: Coverage;
  /** The number of entries dropped because of the journal's limit. */
  dropped: number;
}
