import type { Coverage } from '../journal/coverage.ts';
import type { JournalEntry } from '../journal/journal.ts';

/** What the console is told as it happens, by the event's name. */
export interface ConsoleEvents {
  /** The whole journal: at first, and after it was cleared. */
  all: readonly JournalEntry[];
  /** Entries that are new or have changed. */
  changed: readonly JournalEntry[];
  state: ConsoleState;
}

export interface ConsoleState {
  /** Why changed files are not in use. */
  faults: readonly string[];
  coverage: Coverage;
  /** How many entries the journal holds, and how many had to go. */
  kept: number;
  dropped: number;
}
