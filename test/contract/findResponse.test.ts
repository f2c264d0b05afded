import { expect, test } from 'vitest';
import { findErrorStatus, isAccepted, mayBeMissing } from '#contract';
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

const operationWith = (...statuses: string[]) => {
  const [operation] = contractOf({
    responses: Object.fromEntries(statuses.map((it) => [it, {}])),
  }).operations;
  if (!operation) throw new Error('The contract has no operation.');
  return operation;
};

test.each([
  { declared: ['200', '303'], accepted: [200, 204, 303], others: [302, 304, 400] },
  { declared: ['307'], accepted: [200, 307], others: [303, 308] },
  { declared: ['3XX'], accepted: [300, 301, 307], others: [304] },
  { declared: ['default'], accepted: [200], others: [302, 500] },
])('an operation that declares $declared accepts with $accepted', (row) => {
  const operation = operationWith(...row.declared);
  const accepted = [...row.accepted, ...row.others].filter((it) => isAccepted(operation, it));
  expect(accepted).toEqual(row.accepted);
});

test.each([
  { declared: ['400', '404', '422'], usual: 400, expected: 400 },
  { declared: ['404', '422'], usual: 400, isOfPath: true, expected: 422 },
  { declared: ['200', '404'], usual: 400, isOfPath: true, expected: 404 },
  { declared: ['200', '404'], usual: 400, expected: undefined },
  { declared: ['4XX'], usual: 400, expected: 400 },
  { declared: ['default'], usual: 401, expected: 401 },
  { declared: ['200', '403'], usual: 401, expected: 403 },
  { declared: ['200', '429'], usual: 401, expected: undefined },
])(
  'for $usual, an operation that declares $declared has the status $expected, in the path: $isOfPath',
  ({ declared, usual, isOfPath, expected }) => {
    expect(findErrorStatus(operationWith(...declared), usual, isOfPath)).toBe(expected);
  },
);
