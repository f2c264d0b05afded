export type InFlightCounter = ReturnType<typeof createInFlightCounter>;

/** Creates a counter of the work in flight. */
export function createInFlightCounter() {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    get count(): number {
      return count;
    },
    /** Counts one up, and one down when the returned function is called, which must be once. */
    start() {
      count++;
      return () => {
        count--;
        if (count > 0) return;
        for (const resolve of waiting.splice(0)) resolve();
      };
    },
    /** Resolves when the count is 0. */
    async whenIdle(): Promise<void> {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
