import { expect, test } from 'vitest';
import { maskQuery } from '../../../mock-api/contract/secretFields.ts';

test.each([
  ['/a?password=x&b=1', '/a?password=•••&b=1'],
  ['/a?b=1&password=x/y?z;w', '/a?b=1&password=•••'],
  ['/a?user[password]=x', '/a?user[password]=•••'],
  ['/a?%70assword=x', '/a?%70assword=•••'],
  ['/a;password=x;b=1/c', '/a;password=•••;b=1/c'],
  ['/a?PASSWORD=x', '/a?PASSWORD=•••'],
  ['/a?passwords=x', '/a?passwords=x'],
  ['https://a.test/b;c?password=x', 'https://a.test/b;c?password=•••'],
])('%s is recorded as %s', (url, masked) => {
  expect(maskQuery(url, new Set(['password']))).toBe(masked);
});
