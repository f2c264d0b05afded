import { expect, test } from 'vitest';
import { decodeSource } from '#contract';

const text = 'a: Grüße\nb: 麦\n';
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, little end first', utf16],
  ['UTF-16, big end first', Buffer.from(utf16).swap16()],
])('%s is read', (_, bytes) => {
  expect(decodeSource(bytes, 'data')).toBe(text);
});

test('a replacement character in the text is no error', () => {
  expect(decodeSource(Buffer.from('a: \ufffd'), 'data')).toBe('a: \ufffd');
});

test.each([
  { what: 'Windows-1252', bytes: Buffer.from('a: b\nc: Grüße', 'latin1'), line: 2 },
  { what: 'UTF-16 without a mark', bytes: Buffer.from(text, 'utf16le'), line: 1 },
  { what: 'UTF-16 that is cut', bytes: utf16.subarray(0, -1), line: 1 },
  { what: 'no text', bytes: Buffer.from('a: 1\nb: \0'), line: 2 },
])('$what is rejected with its line', ({ bytes, line }) => {
  expect(() => decodeSource(bytes, 'data')).toThrow(
    `data:${line} Encoding: expected text in UTF-8, or in UTF-16 with a byte order mark.`,
  );
});
