import { expect, test } from 'vitest';
import { decodeSource } from '#contract';

const text = 'a: Grüße\nb: 麦\n';

test.each(
  Object.entries({
    'UTF-8': Buffer.from(text),
    'UTF-8 with a byte order mark': Buffer.from(`\ufeff${text}`),
  }),
)('%s is read', (_, bytes) => {
  expect(decodeSource(bytes, 'data')).toBe(text);
});

test('a replacement character in the text is no error', () => {
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
