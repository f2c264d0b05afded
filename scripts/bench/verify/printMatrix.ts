import type { Kind } from '../../independent-backend/faults/fault.ts';
import type { OperationId } from '../../independent-backend/operations.ts';
import type { Outcome } from './measureVerifier.ts';

interface Counts {
  seen: number;
  total: number;
}

export function countsBy(outcomes: readonly Outcome[], operation: OperationId, kind: Kind): Counts {
  const matching = outcomes.filter(
    ({ fault }) => fault.operation === operation && fault.kind === kind,
  );
  return { seen: matching.filter(({ seenBy }) => seenBy).length, total: matching.length };
}

/** Prints `seen / total` for each pair of a row and a column, and the sums. */
export function printMatrix(
  title: string,
  rows: readonly string[],
  columns: readonly string[],
  countsOf: (row: string, column: string) => Counts,
): void {
  const sum = (counts: readonly Counts[]) =>
    format({
      seen: counts.reduce((total, { seen }) => total + seen, 0),
      total: counts.reduce((count, { total }) => count + total, 0),
    });
  const all = rows.flatMap((row) => columns.map((column) => countsOf(row, column)));
  const table = [
    ['', ...columns, 'all'],
    ...rows.map((row) => {
      const counts = columns.map((column) => countsOf(row, column));
      return [row, ...counts.map(format), sum(counts)];
    }),
    ['all', ...columns.map((column) => sum(rows.map((row) => countsOf(row, column)))), sum(all)],
  ];
  const widths = table[0]?.map((_, i) => Math.max(...table.map((cells) => cells[i]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const cells of table) {
    console.log(
      `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths?.[i] ?? 0) : cell.padStart(widths?.[i] ?? 0))).join('  ')}`,
    );
  }
}

function format({ seen, total }: Counts): string {
  return total === 0 ? '' : `${seen}/${total}`;
}
