import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateLimiter } from '../../../verifier/send/RateLimiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('requests start at the interval of the rate, which doubles after a pause', async () => {
  const limiter = new RateLimiter(50);
  const startedAt = performance.now();
  const times: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    if (i === 2) limiter.slowDown(1000);
    const turn = limiter.waitForTurn();
    await vi.runAllTimersAsync();
    await turn;
    times.push(performance.now() - startedAt);
  }
  expect(times).toEqual([0, 20, 1020, 1060]);
});
