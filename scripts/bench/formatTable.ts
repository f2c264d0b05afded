/**
 * A row of the table: a figure of this product and, to compare it with, that of a server that does nothing else (a
 * peer).
 */
export interface Row {
  work: string;
  ours: number;
  peer?: { name: string; value: number };
  /** The goal of `ours` or, with a peer, of its ratio to the value of the peer. */
  goal: { atLeast: number } | { atMost: number };
}

/** Returns the rows as a table in Markdown. */
export function formatTable(rows: readonly Row[]): string {
  const titles = ['work', 'ours', 'floor or peer', 'ratio', 'goal', 'met?'];
  const lines = [titles, titles.map(() => '---'), ...rows.map(formatRow)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function formatRow({ work, ours, peer, goal }: Row): string[] {
  const ratio = peer && ours / peer.value;
  const judged = ratio ?? ours;
  const isMet = 'atLeast' in goal ? judged >= goal.atLeast : judged <= goal.atMost;
  return [
    work,
    formatValue(ours),
    peer ? `${peer.name} ${formatValue(peer.value)}` : '–',
    ratio?.toFixed(2) ?? '–',
    `${'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`}${peer ? ' ×' : ''}`,
    isMet ? 'yes' : 'NO',
  ];
}

function formatValue(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 1000 ? 1 : 0 });
}

/** Returns the median of the values, the upper of the two middle ones, or NaN if there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
