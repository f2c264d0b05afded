import type { Journal } from '../journal/journal.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { findDifferences } from '../journal/selectEntries.ts';

const maxNearest = 3;

/**
 * The entries that fail the fewest conditions of a filter, the nearest and then the newest first. Those of
 * another tester are never meant; those without a tester's name may lack it by mistake.
 */
export function findNearest(journal: Journal, filter: JournalFilter) {
  const entries = journal
    .list()
    .filter(({ name = filter.name }) => !filter.name || name === filter.name);
  return findDifferences(entries, filter)
    .flatMap((differences, i) => entries.slice(i, i + 1).map((entry) => ({ differences, entry })))
    .filter(({ differences }) => differences.length > 0)
    .sort((a, b) => a.differences.length - b.differences.length || b.entry.id - a.entry.id)
    .slice(0, maxNearest)
    .map(({ differences, entry }) => ({ id: entry.id, differences, entry }));
}
