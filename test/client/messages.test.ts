import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sentAt } from '../../client/messages.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 20, 0) }));
afterEach(() => void vi.useRealTimers());

test('a message that was sent has the time in the zone of the reader, or the date of another day', () => {
  expect(sentAt(new Date(Date.UTC(2026, 10, 22, 18, 31)))).toMatch(/^Sent at (12|0?0):01/);
  const yesterday = new Date(Date.UTC(2026, 10, 22, 18, 29));
  expect(sentAt(yesterday)).toMatch(/^Sent on .*\b22\b.* (11|23):59/);
});
