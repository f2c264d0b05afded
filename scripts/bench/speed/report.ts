/** One figure of ours. */
export interface Row {
  work: string;
  /** Undefined if it could not be measured. */
  ours: number | undefined;
  peer?: Peer;
  /** For the figure itself, or for ours divided by the peer's. */
  goal?: Goal;
}

export type Goal = { atLeast: number } | { atMost: number };

/** What the figure is compared with. */
interface Peer {
  name: string;
  /** Undefined if the peer is not installed. */
  value: number | undefined;
}

/** Returns a row for each peer. */
export function compare(
  work: string,
  ours: number | undefined,
  peers: readonly (Peer & { goal?: Goal })[],
): Row[] {
  return peers.map(({ goal, ...peer }) => ({ work, ours, peer, ...(goal && { goal }) }));
}

/** Returns the middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There are no values.');
  return (upper + lower) / 2;
}

/** Returns the rows as a table in Markdown. */
export function formatTable(rows: readonly Row[]): string {
  const titles = ['work', 'ours', 'floor or peer', 'ratio', 'goal', 'met?'];
  const lines = [titles, titles.map(() => '---'), ...rows.map(formatRow)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function formatRow({ work, ours, peer, goal }: Row): string[] {
  const ratio = ours === undefined || !peer?.value ? undefined : ours / peer.value;
  return [
    work,
    formatValue(ours),
    peer ? `${peer.name} ${formatValue(peer.value)}` : '–',
    ratio?.toFixed(2) ?? '–',
    formatGoal(goal, peer ? ' ×' : ''),
    formatMet(peer ? ratio : ours, goal),
  ];
}

function formatValue(value: number | undefined): string {
  if (value === undefined) return '(missing)';
  return value.toLocaleString('en', {
    maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0,
  });
}

function formatGoal(goal: Goal | undefined, unit: string): string {
  if (!goal) return '–';
  return 'atLeast' in goal ? `≥ ${goal.atLeast}${unit}` : `≤ ${goal.atMost}${unit}`;
}

function formatMet(value: number | undefined, goal: Goal | undefined): string {
  if (!goal) return '–';
  if (value === undefined) return 'not measured';
  return ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost) ? 'yes' : 'NO';
}
