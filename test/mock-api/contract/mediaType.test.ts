import { expect, test } from 'vitest';
import { findMediaType, parseMediaType } from '../../../mock-api/contract/http/mediaType.ts';

test.each([
  ['text/html', 'text/html', {}],
  ['Text/HTML ; Charset=UTF-8', 'text/html', { charset: 'UTF-8' }],
  ['a/b; c="d;\\"e"; f=g', 'a/b', { c: 'd;"e', f: 'g' }],
  ['a/b;', 'a/b', {}],
])('%s is parsed with its parameters', (text, essence, parameters) => {
  expect(parseMediaType(text)).toEqual({ essence, parameters });
});

test.each(['', 'json', 'a/b c', '/b', 'a/b; =c', 'a/b; c="d'])('"%s" is malformed', (text) => {
  expect(parseMediaType(text)).toBeUndefined();
});

test('the most specific entry matches a media type', () => {
  const content = [{ mediaType: '*/*' }, { mediaType: 'text/*' }, { mediaType: 'text/html' }];
  const found = (text: string) => {
    const parsed = parseMediaType(text);
    return parsed && findMediaType(content, parsed)?.mediaType;
  };
  expect(found('text/html; charset=utf-8')).toBe('text/html');
  expect(found('text/plain')).toBe('text/*');
  expect(found('image/png')).toBe('*/*');
});
