import type { Coverage } from '../journal/coverage.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';

/** The data of the console's server-sent events, by event name. */
export interface ConsoleEvents {
  /** The complete journal: at the start and after it was cleared. */
  all: readonly JournalEntry[];
  /** New and changed entries. */
  changed: readonly JournalEntry[];
  state: ConsoleState;
}

export interface ConsoleState {
  /** The reasons why changed files are not in use; empty if they are. */
  problems: readonly string[];
  coverage: Coverage;
  /** The number of entries in the journal. */
  kept: number;
  /** The number of entries dropped because of the journal's limit. */
  dropped: number;
}
