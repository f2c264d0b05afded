/** A limit for a figure or a ratio. */
type Goal = { atLeast: number } | { atMost: number };

/** What the figure is compared with. */
interface Peer {
  name: string;
  /** Undefined if the peer could not be measured, for example because it is not installed. */
  value: number | undefined;
  /** For ours divided by the peer's. */
  goal?: Goal;
}

/** One figure of ours. */
export interface Measurement {
  work: string;
  /** Undefined if it could not be measured. */
  value: number | undefined;
  peers?: readonly Peer[];
  /** For the figure itself. */
  goal?: Goal;
}

/** A row of the table; every cell is text. */
export type Row = readonly [
  work: string,
  ours: string,
  peer: string,
  ratio: string,
  goal: string,
  met: string,
];

export const columnTitles: Row = ['work', 'ours', 'floor or peer', 'ratio', 'goal', 'met?'];

/** Returns a row for the goal of the figure itself, and one for each peer. */
export function createRows({ work, value, peers = [], goal }: Measurement): Row[] {
  const ours = formatValue(value);
  const own: Row = [work, ours, '–', '–', formatGoal(goal), formatMet(value, goal)];
  const compared = peers.map((peer): Row => {
    const ratio = value === undefined || !peer.value ? undefined : value / peer.value;
    return [
      work,
      ours,
      `${peer.name} ${formatValue(peer.value)}`,
      ratio === undefined ? '–' : ratio.toFixed(2),
      formatGoal(peer.goal, ' ×'),
      formatMet(ratio, peer.goal),
    ];
  });
  return goal || compared.length === 0 ? [own, ...compared] : compared;
}

/** Returns the middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There are no values.');
  return (upper + lower) / 2;
}

function formatValue(value: number | undefined): string {
  if (value === undefined) return '(missing)';
  return value.toLocaleString('en', {
    maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0,
  });
}

function formatGoal(goal: Goal | undefined, unit = ''): string {
  if (!goal) return '–';
  return 'atLeast' in goal ? `≥ ${goal.atLeast}${unit}` : `≤ ${goal.atMost}${unit}`;
}

function formatMet(value: number | undefined, goal: Goal | undefined): string {
  if (!goal) return '–';
  if (value === undefined) return 'not measured';
  return ('atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost) ? 'yes' : 'NO';
}
