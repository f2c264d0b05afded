/** Slower than this only if the options say so. */
const maxIntervalMs = 250;

/** Creates the limiter to await before each request. */
export function createRateLimiter(requestsPerSecond: number) {
  let intervalMs = 1000 / requestsPerSecond;
  let nextTurn = 0;
  return {
    /**
     * Resolves at most `requestsPerSecond` times a second, at equal intervals. With a count, the next turn
     * is as many intervals later.
     */
    async waitForTurn(count = 1) {
      const now = performance.now();
      const turn = Math.max(now, nextTurn);
      nextTurn = turn + count * intervalMs;
      // Timers have a resolution of one millisecond; shorter waits add up until they reach it.
      if (turn - now >= 1) await new Promise((resolve) => setTimeout(resolve, turn - now));
    },
    /** Lets nothing through for some time, and doubles a short interval from then on. */
    slowDown(pauseMs: number) {
      intervalMs = Math.max(intervalMs, Math.min(intervalMs * 2, maxIntervalMs));
      nextTurn = Math.max(nextTurn, performance.now() + pauseMs);
    },
  };
}
