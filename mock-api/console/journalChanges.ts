import type { RequestHandler } from 'express';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { Reloadable } from '../reloadOnChange.ts';

/** What has changed since the console's previous request. */
export interface JournalChanges {
  /** For the next request. */
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
 * Creates the handler that responds with the changes after an id of an earlier response, or with 204. The
 * console polls it: an open stream for each tab would take the few connections that a browser opens to a host.
 */
export function createJournalChanges(journal: Journal, files: Reloadable<unknown>) {
  let latest = 0;
  let lastRemoval = 0;
  /** The revision of each entry's last change. */
  const revisions = new WeakMap<JournalEntry, number>();
  journal.onChange((entry) => {
    latest += 1;
    if (entry) revisions.set(entry, latest);
    else lastRemoval = latest;
  });
  const noteReload = () => {
    latest += 1;
  };
  files.onReload(noteReload);

  const sendChanges: RequestHandler = ({ query: { after } }, res) => {
    const [afterRun, revision] = typeof after === 'string' ? after.split('/') : [];
    // The numbers start again with the mock.
    const since = afterRun === journal.run ? Number(revision) : -1;
    if (since === latest) return void res.status(204).end();
    const entries = journal.list();
    res.json({
      id: `${journal.run}/${latest}`,
      entries: entries.filter((entry) => (revisions.get(entry) ?? -1) > since),
      ...(lastRemoval > since && { kept: entries.map(({ id }) => id) }),
      problems: files.problems(),
      dropped: journal.dropped(),
    } satisfies JournalChanges);
  };
  return { sendChanges, noteReload };
}
