import { expect, test } from 'vitest';
import { parseMediaType } from '../../../mock-api/contract/http/mediaType.ts';

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
