import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimiter } from '../../verifier/send/RateLimiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  { rate: 50, expected: [0, 20, 1020, 1060] },
  { rate: 1000, expected: [0, 1, 1001, 1003] },
])(
  'at $rate requests per second they start after $expected ms, if the third one waits a second',
  async ({ rate, expected }) => {
    const limiter = new RateLimiter(rate);
    const startedAt = performance.now();
    const times: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      if (i === 2) limiter.slowDown(1000);
      const turn = limiter.waitForTurn();
      await vi.runAllTimersAsync();
      await turn;
      times.push(performance.now() - startedAt);
    }
    expect(times).toEqual(expected);
  },
);
