/**
 * Creates a function to await before each request. It resolves at most `requestsPerSecond` times a
 * second, at equal intervals.
 */
export function createRateLimiter(requestsPerSecond: number): () => Promise<void> {
  const intervalMs = 1000 / requestsPerSecond;
  let nextTurn = 0;
  return async () => {
    const now = performance.now();
    const turn = Math.max(now, nextTurn);
    nextTurn = turn + intervalMs;
    // Timers have a resolution of one millisecond; shorter waits add up until they reach it.
    if (turn - now >= 1) await new Promise((resolve) => setTimeout(resolve, turn - now));
  };
}
