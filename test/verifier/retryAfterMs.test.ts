import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryAfterMs } from '../../verifier/send/retryAfterMs.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1, 12) }));
afterEach(() => void vi.useRealTimers());

test.each([
  [429, '3', 3000],
  [503, 'Sun, 01 Nov 2026 11:00:00 GMT', 0],
  [429, 'soon', 1000],
  [429, '10', 10_000],
  [429, '11', undefined],
  [503, undefined, undefined],
  [500, '3', undefined],
])('after a %i with Retry-After: %s the request is repeated in %s ms', (status, value, pauseMs) => {
  const headers = value === undefined ? {} : { 'retry-after': [value] };
  const response = { kind: 'response', headers, body: undefined, durationMs: 1 } as const;
  expect(retryAfterMs({ ...response, status })).toBe(pauseMs);
});
