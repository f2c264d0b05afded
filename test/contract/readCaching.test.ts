import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCaching } from '#contract';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1, 12) }));
afterEach(() => void vi.useRealTimers());

/** What caches may do, as words. */
function describeCaching(control: string, expires?: string): string {
  const caching = readCaching({ 'cache-control': control || undefined, expires });
  const words = { private: caching.isPrivate, public: caching.isPublic, fresh: caching.isFresh };
  return Object.entries(words)
    .flatMap(([word, holds]) => (holds ? word : []))
    .join(' ');
}

test.each(
  Object.entries({
    '': '',
    'max-age=60': 'fresh',
    'MAX-AGE = "60"': 'fresh',
    'max-age=0': '',
    'max-age=0, s-maxage=60': 'public fresh',
    's-maxage=0, max-age=60': 'fresh',
    public: 'public',
    'public, max-age=60': 'public fresh',
    'public, max-age=60, no-cache': 'public',
    'private, max-age=60': 'private fresh',
    'private="x, public", public': 'private',
    'no-store, public, max-age=60': 'private',
    'x-public=1, my-max-age=60': '',
  }),
)('Cache-Control: %s means %s', (control, expected) => {
  expect(describeCaching(control)).toBe(expected);
});

const later = 'Sun, 01 Nov 2026 12:00:01 GMT';

test.each([
  { expires: later, control: '', expected: 'fresh' },
  { expires: 'Sun, 01 Nov 2026 12:00:00 GMT', control: '', expected: '' },
  { expires: '0', control: '', expected: '' },
  { expires: later, control: 'max-age=0', expected: '' },
  { expires: later, control: 'no-cache', expected: '' },
])('Expires: $expires with Cache-Control: $control means $expected', (row) => {
  expect(describeCaching(row.control, row.expires)).toBe(row.expected);
});
