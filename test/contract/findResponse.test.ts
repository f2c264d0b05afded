import { expect, test } from 'vitest';
import { mayBeMissing } from '#contract';
import { contractOf } from '../oneOperation.ts';

test.each([
  ['404', true],
  ['410', true],
  ['4XX', true],
  ['default', true],
  ['400', false],
  ['5XX', false],
])(
  'an operation that declares %s declares that a resource may be missing: %s',
  (status, expected) => {
    const [operation] = contractOf({ responses: { 200: {}, [status]: {} } }).operations;
    expect(operation && mayBeMissing(operation)).toBe(expected);
  },
);
