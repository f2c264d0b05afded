import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readRetryAfterMs } from '#contract';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1, 12) }));
afterEach(() => void vi.useRealTimers());

test.each([
  { value: undefined, waitMs: undefined },
  { value: '3', waitMs: 3000 },
  { value: 'Sun, 01 Nov 2026 12:00:04 GMT', waitMs: 4000 },
  { value: 'Sun, 01 Nov 2026 11:59:59 GMT', waitMs: -1000 },
  { value: '2.5', waitMs: Number.NaN },
  { value: '-1', waitMs: Number.NaN },
  { value: 'soon', waitMs: Number.NaN },
])('Retry-After: $value is $waitMs ms', ({ value, waitMs }) => {
  expect(readRetryAfterMs({ 'retry-after': value })).toBe(waitMs);
});
