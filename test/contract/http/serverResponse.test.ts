import { expect, test } from 'vitest';
import { isOfServer } from '#contract';
import { contractOf } from '../../support/oneOperation.ts';

const security = [{ key: [] }];
const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  token: { type: 'apiKey', in: 'query', name: 'token' },
};
const operationWith = (operation: object) =>
  contractOf(operation, { components: { securitySchemes } }).operations[0];

type Row = [what: string, method: string, status: number, headers: object, parts: object];

const isOfServerIn = ([, method, status, headers, parts]: Row, query = '') => {
  const operation = operationWith({ responses: { 200: {} }, ...parts });
  const response = { status, headers: { ...headers } };
  return operation && isOfServer(operation, { method, query }, response);
};

test.each<Row>([
  ['a limit that says when to try again', 'POST', 429, { 'retry-after': '1' }, {}],
  ['a URL that is too long', 'POST', 414, {}, {}],
  ['411 where all errors are declared alike', 'POST', 411, {}, { responses: { default: {} } }],
  ['405 for an undeclared method', 'HEAD', 405, {}, {}],
  ['501 for an undeclared method', 'TRACE', 501, {}, { responses: { default: {} } }],
  ['403 where no status for credentials is declared', 'POST', 403, {}, { security }],
])('%s may be sent by a server itself', (...row) => {
  expect(isOfServerIn(row)).toBe(true);
});

test.each<Row>([
  ['a limit that does not say when', 'POST', 429, {}, {}],
  ['403 where 401 is declared', 'POST', 403, {}, { security, responses: { 401: {} } }],
  ['403 of a public operation', 'POST', 403, {}, {}],
  ['405 for the declared method', 'POST', 405, {}, {}],
  ['501 for the declared method', 'POST', 501, {}, {}],
  ['500 for an undeclared method', 'HEAD', 500, {}, {}],
  ['400 without a query', 'POST', 400, {}, {}],
])('%s is of the operation', (...row) => {
  expect(isOfServerIn(row)).toBe(false);
});

const declared = {
  parameters: [{ name: 'page', in: 'query', example: 1, schema: { type: 'integer' } }],
  security: [{ token: [] }],
};

test.each([
  ['page=1', false],
  ['page=0&token=x', false],
  ['Page=1', true],
  ['page=1&utm_source=a', true],
  ['page=%zz', true],
  ['%ff=1', true],
])('a 400 for the query %s may be sent by a server itself: %s', (query, expected) => {
  expect(isOfServerIn(['', 'POST', 400, {}, declared], query)).toBe(expected);
});
