import { expect, test } from 'vitest';
import { readSetCookies } from '#contract';

/** Each cookie as `name=value`; one that is deleted has an exclamation mark. */
function describeCookies(lines: readonly string[]): string[] {
  return readSetCookies({ 'set-cookie': lines }).map(
    ({ name, value, isDeletion }) => `${isDeletion ? '!' : ''}${name}=${value}`,
  );
}

test.each([
  { lines: ['a=1; Path=/; HttpOnly'], cookies: ['a=1'] },
  { lines: [' a = x=y== ; Path=/'], cookies: ['a=x=y=='] },
  { lines: ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], cookies: ['a=1'] },
  { lines: ['a=1; Expires=never'], cookies: ['a=1'] },
  { lines: ['a=; Path=/'], cookies: ['!a='] },
  { lines: ['a=1; max-age=0'], cookies: ['!a=1'] },
  { lines: ['a=1; Max-Age = -1'], cookies: ['!a=1'] },
  { lines: ['a=1; expires=Thu, 01 Jan 1970 00:00:00 GMT'], cookies: ['!a=1'] },
  { lines: ['a=1; Path=/', 'b=2', 'a=3; path=/'], cookies: ['a=3', 'b=2'] },
  { lines: ['a=1; Path=/', 'a=; Path=/old'], cookies: ['a=1', '!a='] },
  { lines: ['a', '=1', 'b=2'], cookies: ['b=2'] },
])('a browser reads $lines as $cookies', ({ lines, cookies }) => {
  expect(describeCookies(lines)).toEqual(cookies);
});
