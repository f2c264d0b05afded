/** The longest interval to which `slowDown` extends that of the options. */
const maxIntervalMs = 250;

/** Lets requests through at equal intervals. */
export class RateLimiter {
  #intervalMs: number;
  #nextTurn = 0;

  constructor(requestsPerSecond: number) {
    this.#intervalMs = 1000 / requestsPerSecond;
  }

  /** Waits for the next turn, and reserves `count` intervals for it. */
  async waitForTurn(count = 1): Promise<void> {
    const now = performance.now();
    const turn = Math.max(now, this.#nextTurn);
    this.#nextTurn = turn + count * this.#intervalMs;
    // Timers have a resolution of one millisecond; shorter waits add up until they reach it.
    if (turn - now >= 1) await new Promise((resolve) => setTimeout(resolve, turn - now));
  }

  /** Pauses all requests, and doubles the interval if it is short. */
  slowDown(pauseMs: number): void {
    this.#intervalMs = Math.max(this.#intervalMs, Math.min(this.#intervalMs * 2, maxIntervalMs));
    this.#nextTurn = Math.max(this.#nextTurn, performance.now() + pauseMs);
  }
}
