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

const statuses = [200, 204, 300, 302, 303, 304, 307, 308, 400, 500];

test.each(
  Object.entries({
    '200 303': [200, 204, 303],
    '307': [200, 204, 307],
    '3XX': [200, 204, 300, 302, 303, 307, 308],
    default: [200, 204],
  }),
)('an operation that declares %s accepts with %j', (declared, accepted) => {
  const operation = operationWith(declared);
  expect(statuses.filter((status) => isAccepted(operation, status))).toEqual(accepted);
});

test.each(
  Object.entries({
    '400 of 400 404 422': 400,
    '400 of 200 404': undefined,
    '400 of 4XX': 400,
    '401 of default': 401,
    '401 of 200 403': 403,
    '401 of 200 429': undefined,
  }),
)('an error that is usually %s declared statuses is %s', (text, expected) => {
  const [usual, declared = ''] = text.split(' of ');
  expect(findErrorStatus(operationWith(declared), Number(usual))).toBe(expected);
});

test('an error in the path may be a 404, unless a 400 or a 422 is declared', () => {
  const found = ['404 422', '200 404'].map((it) => findErrorStatus(operationWith(it), 400, true));
  expect(found).toEqual([422, 404]);
});
