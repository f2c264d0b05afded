import type { Journal } from '../../../mock-api/journal/Journal.ts';
import type { JournalEntry } from '../../../mock-api/journal/journalEntry.ts';
import type { JournalFilter } from '../../../mock-api/journal/journalFilter.ts';
import { conditionTimeoutMs as timeoutMs } from '../timeouts.ts';

/** The first entry that matches, now or later. */
export async function waitForEntry(journal: Journal, filter: JournalFilter): Promise<JournalEntry> {
  const [entry] = await waitForEntries(journal, filter);
  return entry as JournalEntry;
}

/** All entries that match as soon as there are `count`. */
export async function waitForEntries(
  journal: Journal,
  filter: JournalFilter,
  { count = 1 } = {},
): Promise<readonly JournalEntry[]> {
  const isEnough = () => journal.list(filter).length >= count;
  if (await journal.until(isEnough, { timeoutMs })) return journal.list(filter);

  const found = journal.list(filter).length;
  throw new Error(`${found} of ${count} requests matched ${JSON.stringify(filter)}.`);
}
