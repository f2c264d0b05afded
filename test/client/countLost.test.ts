import { expect, test } from 'vitest';
import { countLost } from '../../client/feedback/countLost.ts';

/** A text with `[` and `]` around the selection, or `|` at the caret. */
function select(text: string) {
  const start = text.search(/[[|]/);
  const value = text.replaceAll(/[[\]|]/g, '');
  return { value, start, end: text.includes(']') ? text.indexOf(']') - 1 : start };
}

test.each([
  { change: 'a paste that fits', before: 'one|', added: ' two', after: 'one two', lost: 0 },
  { change: 'a paste over a selection', before: 'a[bcd]e', added: 'wxyz', after: 'awxye', lost: 1 },
  { change: 'repeated characters', before: 'aaa|', added: 'aaa', after: 'aaaa', lost: 2 },
  { change: 'a full field', before: 'abcd|', added: 'xy', after: 'abcd', lost: 2 },
  { change: 'a drop elsewhere', before: 'abcd|', added: 'wxyz', after: 'abwxcd', lost: 2 },
  {
    change: 'a word replaced before the caret',
    before: 'teh a|',
    added: 'the',
    after: 'the a',
    lost: 0,
  },
  {
    change: 'a longer word for another',
    before: 'hi you|',
    added: 'hello',
    after: 'hell you',
    lost: 1,
  },
  { change: 'another change at the same time', before: 'ab|', added: 'cd', after: 'zzz', lost: 0 },
  { change: 'a text that a script replaces', before: 'ab|', added: 'cd', after: 'ABCD', lost: 0 },
])('after $change, $lost characters are missing', ({ before, added, after, lost }) => {
  expect(countLost(select(before), added, after)).toBe(lost);
});
