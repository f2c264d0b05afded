import { expect, test } from 'vitest';
import { countLost } from '../../client/feedback/countLost.ts';

/** A text with `[` and `]` around the selection, or `|` at the caret. */
function select(text: string) {
  const start = text.search(/[[|]/);
  const value = text.replaceAll(/[[\]|]/g, '');
  return { value, start, end: text.includes(']') ? text.indexOf(']') - 1 : start };
}

test.each(
  Object.entries<{ before: string; added: string; after: string; lost?: number }>({
    'a paste that fits': { before: 'one|', added: ' two', after: 'one two' },
    'a paste over a selection': { before: 'a[bcd]e', added: 'wxyz', after: 'awxye', lost: 1 },
    'repeated characters': { before: 'aaa|', added: 'aaa', after: 'aaaa', lost: 2 },
    'a full field': { before: 'abcd|', added: 'xy', after: 'abcd', lost: 2 },
    'a drop elsewhere': { before: 'abcd|', added: 'wxyz', after: 'abwxcd', lost: 2 },
    'a word replaced before the caret': { before: 'teh a|', added: 'the', after: 'the a' },
    'a longer word for another': { before: 'hi you|', added: 'hello', after: 'hell you', lost: 1 },
    'another change at the same time': { before: 'ab|', added: 'cd', after: 'zzz' },
    'a text that a script replaces': { before: 'ab|', added: 'cd', after: 'ABCD' },
  }),
)('after %s, the characters that are missing are counted', (_, row) => {
  const { before, added, after, lost = 0 } = row;
  expect(countLost(select(before), added, after)).toBe(lost);
});
