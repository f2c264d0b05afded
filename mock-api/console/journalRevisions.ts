import { randomUUID } from 'node:crypto';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';

/** Numbers the changes of a journal, so that a client that reconnects receives only what it missed. */
export function createJournalRevisions(journal: Journal) {
  // The numbers start again with the process.
  const run = randomUUID();
  let latest = 0;
  /** The revision of each entry's last change, in ascending order. */
  const byEntryId = new Map(journal.list().map(({ id }) => [id, ++latest]));
  journal.onChange(({ id }) => {
    latest += 1;
    byEntryId.delete(id);
    if (journal.get(id)) byEntryId.set(id, latest);
  });
  journal.onRemove((ids) => {
    for (const id of ids) byEntryId.delete(id);
  });

  return {
    latest: () => latest,

    /** The id of an event after which a client has all changes up to a revision. */
    eventId: (revision: number) => `${run}/${revision}`,

    /** The revision in the id of an event; undefined if the event is not of this run. */
    revisionOf(eventId: string | undefined): number | undefined {
      const [eventRun, revision] = eventId?.split('/') ?? [];
      return eventRun === run ? Number(revision) : undefined;
    },

    /** The entries that changed after a revision, at most `limit`, and the revision up to which they are. */
    changesSince(since: number, limit: number): { entries: JournalEntry[]; revision: number } {
      const entries: JournalEntry[] = [];
      let revision = since;
      for (const [id, changedAt] of byEntryId) {
        if (changedAt <= since) continue;
        if (entries.length === limit) return { entries, revision };
        entries.push(...[journal.get(id) ?? []].flat());
        revision = changedAt;
      }
      return { entries, revision: latest };
    },
  };
}
