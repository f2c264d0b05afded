/** Prints rows of a label and a value, aligned. */
export function printTable(
  title: string,
  rows: readonly (readonly [label: string, value: string | number])[],
): void {
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log(`\n${title}`);
  for (const [label, value] of rows) console.log(`  ${label.padEnd(width)}  ${value}`);
}
