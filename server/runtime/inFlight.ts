/** Counts the work in flight. */
export interface InFlightCounter {
  readonly count: number;
  /** Counts one up, and one down when the returned function is first called. */
  start(): () => void;
  /** Resolves when the count is 0. */
  whenIdle(): Promise<void>;
}

export function createInFlightCounter(): InFlightCounter {
  let count = 0;
  let waiting: (() => void)[] = [];
  const finish = () => {
    count--;
    if (count > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    get count() {
      return count;
    },
    start() {
      count++;
      let isFinished = false;
      return () => {
        if (!isFinished) finish();
        isFinished = true;
      };
    },
    async whenIdle() {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}
