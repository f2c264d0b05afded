import { expect, test } from 'vitest';
import { findErrorStatus, isAccepted, mayBeMissing } from '#contract';
import { contractOf } from '../oneOperation.ts';

/** An operation that declares responses, given as `200 404`. */
function operationWith(statuses: string) {
  const responses = Object.fromEntries(statuses.split(' ').map((status) => [status, {}]));
  const [operation] = contractOf({ responses }).operations;
  if (!operation) throw new Error('The contract has no operation.');
  return operation;
}

test.each(
  Object.entries({
    '200 404': true,
    '200 410': true,
    '200 4XX': true,
    '200 default': true,
    '200 400': false,
    '200 5XX': false,
  }),
)('an operation that declares %s declares that a resource may be missing: %s', (declared, is) => {
  expect(mayBeMissing(operationWith(declared))).toBe(is);
});

test.each([
  { declared: '200 303', accepted: [200, 204, 303], others: [302, 304, 400] },
  { declared: '307', accepted: [200, 307], others: [303, 308] },
  { declared: '3XX', accepted: [300, 301, 307], others: [304] },
  { declared: 'default', accepted: [200], others: [302, 500] },
])('an operation that declares $declared accepts with $accepted', (row) => {
  const operation = operationWith(row.declared);
  const accepted = [...row.accepted, ...row.others].filter((it) => isAccepted(operation, it));
  expect(accepted).toEqual(row.accepted);
});

test.each([
  { declared: '400 404 422', usual: 400, expected: 400 },
  { declared: '404 422', usual: 400, isOfPath: true, expected: 422 },
  { declared: '200 404', usual: 400, isOfPath: true, expected: 404 },
  { declared: '200 404', usual: 400, expected: undefined },
  { declared: '4XX', usual: 400, expected: 400 },
  { declared: 'default', usual: 401, expected: 401 },
  { declared: '200 403', usual: 401, expected: 403 },
  { declared: '200 429', usual: 401, expected: undefined },
])(
  'for $usual, an operation that declares $declared has $expected, in the path: $isOfPath',
  (row) => {
    const { declared, usual, isOfPath, expected } = row;
    expect(findErrorStatus(operationWith(declared), usual, isOfPath)).toBe(expected);
  },
);
