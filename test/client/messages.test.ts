import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sentAt } from '../../client/messages.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 20, 0) }));
afterEach(() => void vi.useRealTimers());

test.each([
  { what: 'today', time: Date.UTC(2026, 10, 22, 18, 31), text: /^Sent at (12|0?0):01/ },
  {
    what: 'yesterday',
    time: Date.UTC(2026, 10, 22, 18, 29),
    text: /^Sent on .*\b22\b.* (11|23):59/,
  },
])('a message that was sent $what has the time in the zone of the reader', ({ time, text }) => {
  expect(sentAt(new Date(time))).toMatch(text);
});
