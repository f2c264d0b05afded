/** Prints rows of a name and a figure, aligned. */
export function printTable(
  title: string,
  rows: readonly (readonly [string, string | number])[],
): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n${title}`);
  for (const [name, figure] of rows) console.log(`  ${name.padEnd(width)}  ${figure}`);
}
