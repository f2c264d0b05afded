import type { CoverageRow } from '../../../journal/coverage.ts';
import type { JournalEntry } from '../../../journal/journalEntry.ts';

/** Responses that were never sent, then those with examples that were not, then the others. */
export function sortCoverage(rows: readonly CoverageRow[]): CoverageRow[] {
  const rank = ({ count, examples }: CoverageRow) => {
    if (count === 0) return 0;
    return examples.some((example) => example.count === 0) ? 1 : 2;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** The number of a tester's requests in the journal with this response. */
export function countOwn(
  entries: readonly JournalEntry[],
  suffix: string,
  { operation, status, mediaType = '' }: Pick<CoverageRow, 'operation' | 'status' | 'mediaType'>,
): number {
  const isClass = /^\dXX$/i.test(status);
  const [typeStart = ''] = mediaType.split('*');
  return entries.filter(
    (entry) =>
      entry.suffix === suffix &&
      entry.operation === operation &&
      entry.outcome === 'completed' &&
      (status === 'default' ||
        (isClass ? `${entry.status}`[0] === status[0] : `${entry.status}` === status)) &&
      (entry.mediaType ?? '').startsWith(typeStart),
  ).length;
}
