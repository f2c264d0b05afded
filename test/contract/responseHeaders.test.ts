import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readCaching, readRetryAfterMs, readSetCookies } from '#contract';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1, 12) }));
afterEach(() => void vi.useRealTimers());

/** Describes in words what caches may do. */
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

test('Expires counts if it is later, and Cache-Control says nothing else', () => {
  expect(describeCaching('', later)).toBe('fresh');
  for (const control of ['max-age=0', 'no-cache']) expect(describeCaching(control, later)).toBe('');
  for (const past of ['Sun, 01 Nov 2026 12:00:00 GMT', '0']) {
    expect(describeCaching('', past)).toBe('');
  }
});

test.each(
  Object.entries({
    3: 3000,
    'Sun, 01 Nov 2026 12:00:04 GMT': 4000,
    'Sun, 01 Nov 2026 11:59:59 GMT': -1000,
    '2.5': Number.NaN,
    soon: Number.NaN,
  }),
)('Retry-After: %s is %s ms', (text, waitMs) => {
  expect(readRetryAfterMs({ 'retry-after': text })).toBe(waitMs);
});

test.each(
  Object.entries({
    'a=1; Path=/; HttpOnly': 'a=1',
    ' a = x=y== ; Path=/': 'a=x=y==',
    'a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT': 'a=1',
    'a=1; Expires=never': 'a=1',
    'a=; Path=/': '!a=',
    'a=1; max-age=0': '!a=1',
    'a=1; Max-Age = -1': '!a=1',
    'a=1; expires=Thu, 01 Jan 1970 00:00:00 GMT': '!a=1',
    'a=1; Path=/ | b=2 | a=3; path=/': 'a=3 | b=2',
    'a=1; Path=/ | a=; Path=/old': 'a=1 | !a=',
    'a | =1 | b=2': 'b=2',
  }),
)('a browser reads the lines "%s" of Set-Cookie as "%s", where "!" deletes', (lines, cookies) => {
  const read = readSetCookies({ 'set-cookie': lines.split(' | ') }).map(
    ({ name, value, isDeletion }) => `${isDeletion ? '!' : ''}${name}=${value}`,
  );
  expect(read.join(' | ')).toBe(cookies);
});
