export interface Summary {
  requests: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
}

export function summarise(durations: readonly number[]): Summary {
  const sorted = Float64Array.from(durations).sort();
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return Math.round(value * 10) / 10;
  };
  return { requests: sorted.length, p50: at(0.5), p99: at(0.99) };
}
