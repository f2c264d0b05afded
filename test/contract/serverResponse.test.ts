import { expect, test } from 'vitest';
import { isOfServer } from '#contract';
import { contractOf } from '../oneOperation.ts';

const security = [{ key: [] }];
const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  token: { type: 'apiKey', in: 'query', name: 'token' },
};
const operationWith = (operation: object) =>
  contractOf(operation, { components: { securitySchemes } }).operations[0];

interface Row {
  method: string;
  status: number;
  headers?: Record<string, string>;
  isInvalid?: boolean;
  parts?: object;
}

const isOfServerIn = ({ method, status, headers = {}, isInvalid, parts }: Row, query = '') => {
  const operation = operationWith({ responses: { 200: {} }, ...parts });
  return operation && isOfServer(operation, { method, query, isInvalid }, { status, headers });
};

test.each<Row & { what: string }>([
  {
    what: 'a limit that says when to try again',
    method: 'POST',
    status: 429,
    headers: { 'retry-after': '1' },
  },
  { what: 'a URL that is too long', method: 'POST', status: 414 },
  {
    what: '411 where all errors are declared alike',
    method: 'POST',
    status: 411,
    parts: { responses: { default: {} } },
  },
  { what: '405 for an undeclared method', method: 'HEAD', status: 405 },
  {
    what: '501 for an undeclared method',
    method: 'TRACE',
    status: 501,
    parts: { responses: { default: {} } },
  },
  {
    what: '403 where no status for credentials is declared',
    method: 'POST',
    status: 403,
    parts: { security },
  },
  {
    what: '400 for an invalid request where only 404 is declared',
    method: 'POST',
    status: 400,
    isInvalid: true,
    parts: { responses: { 404: {} } },
  },
])('$what may be sent by a server itself', (row) => {
  expect(isOfServerIn(row)).toBe(true);
});

test.each<Row & { what: string }>([
  { what: 'a limit that does not say when', method: 'POST', status: 429 },
  {
    what: '403 where 401 is declared',
    method: 'POST',
    status: 403,
    parts: { security, responses: { 401: {} } },
  },
  { what: '403 of a public operation', method: 'POST', status: 403 },
  { what: '405 for the declared method', method: 'POST', status: 405 },
  { what: '501 for the declared method', method: 'POST', status: 501 },
  { what: '500 for an undeclared method', method: 'HEAD', status: 500 },
  {
    what: '400 for an invalid request where 422 is declared',
    method: 'POST',
    status: 400,
    isInvalid: true,
    parts: { responses: { 422: {} } },
  },
  { what: '400 without a query', method: 'POST', status: 400 },
])('$what is of the operation', (row) => {
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
  expect(isOfServerIn({ method: 'POST', status: 400, parts: declared }, query)).toBe(expected);
});
