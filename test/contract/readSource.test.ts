import { expect, test } from 'vitest';
import { decodeSource } from '#contract';

const text = 'a: Grüße\nb: 麦\n';

test('UTF-8 is read, also with a byte order mark or a replacement character', () => {
  for (const it of [text, `\ufeff${text}`]) {
    expect(decodeSource(Buffer.from(it), 'data')).toBe(text);
  }
  expect(decodeSource(Buffer.from('a: \ufffd'), 'data')).toBe('a: \ufffd');
});

test.each([
  { what: 'Windows-1252', bytes: Buffer.from('a: b\nc: Grüße', 'latin1'), line: 2 },
  { what: 'UTF-16', bytes: Buffer.from(`\ufeff${text}`, 'utf16le'), line: 1 },
  { what: 'no text', bytes: Buffer.from('a: 1\nb: \0'), line: 2 },
])('$what is rejected with its line', ({ bytes, line }) => {
  expect(() => decodeSource(bytes, 'data')).toThrow(
    `data:${line} Encoding: expected text in UTF-8.`,
  );
});
