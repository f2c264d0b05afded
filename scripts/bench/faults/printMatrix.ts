import { type Fault, kinds } from '../../independent-backend/faults/fault.ts';
import { operationIds } from '../../independent-backend/operations.ts';

/**
 * Prints a table of operations and kinds of faults. A cell has the number of the outcomes for which each condition
 * holds, and of all.
 */
export function printMatrix<Outcome extends { fault: Fault }>(
  title: string,
  outcomes: readonly Outcome[],
  conditions: readonly ((outcome: Outcome) => boolean)[],
): void {
  const cell = (operation?: string, kind?: string) => {
    const matching = outcomes.filter(
      ({ fault }) =>
        (operation ?? fault.operation) === fault.operation && (kind ?? fault.kind) === fault.kind,
    );
    const counts = conditions.map((condition) => matching.filter(condition).length);
    return matching.length === 0 ? '' : [...counts, matching.length].join('/');
  };
  const row = (name: string, operation?: string) => [
    name,
    ...kinds.map((kind) => cell(operation, kind)),
    cell(operation),
  ];
  const table = [
    ['', ...kinds, 'all'],
    ...operationIds.map((operation) => row(operation, operation)),
    row('all'),
  ];
  const widths = table[0]?.map((_, i) => Math.max(...table.map((cells) => cells[i]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const cells of table) {
    console.log(
      `  ${cells.map((text, i) => (i === 0 ? text.padEnd(widths?.[i] ?? 0) : text.padStart(widths?.[i] ?? 0))).join('  ')}`,
    );
  }
}
