export interface Summary {
  requests: number;
  /** In milliseconds, as is `p99`. */
  p50: number;
  p99: number;
}

/** Counts durations in milliseconds and returns their percentiles, rounded to a hundredth. */
export function summarize(durations: readonly number[]): Summary {
  const sorted = Float64Array.from(durations).sort();
  const percentile = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return Math.round(value * 100) / 100;
  };
  return { requests: sorted.length, p50: percentile(0.5), p99: percentile(0.99) };
}
