import { setTimeout as sleep } from 'node:timers/promises';

/** Makes the function to await before each request: no more than `rate` of them a second, evenly. */
export function createPace(rate: number): () => Promise<void> {
  const gap = 1000 / rate;
  let next = 0;
  return async () => {
    const now = performance.now();
    const turn = Math.max(now, next);
    next = turn + gap;
    // A timer counts in milliseconds; below that, every second request makes up for it.
    if (turn - now >= 1) await sleep(turn - now);
  };
}
