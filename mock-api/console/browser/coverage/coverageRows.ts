import type { CoverageRow } from '../../../journal/coverage.ts';

/** Responses that were never sent, then those with examples that were not, then the others. */
export function sortCoverage(rows: readonly CoverageRow[]): CoverageRow[] {
  const rank = ({ count, examples }: CoverageRow) => {
    if (count === 0) return 0;
    return examples.some((example) => example.count === 0) ? 1 : 2;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}
