import { expect, test } from 'vitest';
import { encodeBody } from '../../../mock-api/contract/http/encodeBody.ts';

const form = 'application/x-www-form-urlencoded';

test.each([
  ['application/json', { a: [1, null] }, '{"a":[1,null]}'],
  ['text/plain', 7, '7'],
  [form, { a: '&', b: 1, c: null }, 'a=%26&b=1&c='],
  [form, { tag: ['x', 'y'] }, 'tag=x&tag=y'],
  [form, { a: { b: 1 } }, 'a=%7B%22b%22%3A1%7D'],
])('%s carries %j', (mediaType, value, body) => {
  expect(encodeBody(value, mediaType)?.toString()).toBe(body);
});

test.each([
  ['text/plain', { a: 1 }],
  ['image/png', 1],
  [form, [1]],
])('%s cannot carry %j', (mediaType, value) => {
  expect(encodeBody(value, mediaType)).toBeUndefined();
});
