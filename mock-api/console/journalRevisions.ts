import { randomUUID } from 'node:crypto';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';

/** Numbers the changes of a journal, so that a client that reconnects receives only what it missed. */
export function createJournalRevisions(journal: Journal) {
  // The numbers start again with the process.
  const run = randomUUID();
  let revision = 0;
  const byEntryId = new Map<number, number>();
  journal.onChange(({ id }) => {
    revision += 1;
    if (journal.get(id)) byEntryId.set(id, revision);
  });
  journal.onRemove((ids) => {
    for (const id of ids) byEntryId.delete(id);
  });

  return {
    /** The id of an event that contains all changes so far. */
    eventId: () => `${run}/${revision}`,

    /** The entries that changed after an event; undefined if the event is not of this run. */
    changedSince(eventId: string | undefined): JournalEntry[] | undefined {
      const [eventRun, text = ''] = eventId?.split('/') ?? [];
      if (eventRun !== run) return undefined;
      return [...byEntryId].flatMap(([id, changedAt]) =>
        changedAt > Number(text) ? (journal.get(id) ?? []) : [],
      );
    },
  };
}
