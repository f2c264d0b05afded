import { expect, test } from 'vitest';
import { mayBeUndeclared } from '#contract';
import { contractOf } from '../../support/oneOperation.ts';

const security = [{ key: [] }];
const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } };
const operationWith = (operation: object) =>
  contractOf(operation, { components: { securitySchemes } }).operations[0];

type Row = [what: string, method: string, status: number, headers: object, parts: object];

const mayBe = ([, method, status, headers, parts]: Row) => {
  const operation = operationWith({ responses: { 200: {} }, ...parts });
  return operation && mayBeUndeclared(operation, method, { status, headers: { ...headers } });
};

test.each<Row>([
  ['a limit that says when to try again', 'POST', 429, { 'retry-after': '1' }, {}],
  ['a URL that is too long', 'POST', 414, {}, {}],
  ['405 for HEAD', 'HEAD', 405, {}, {}],
  ['403 where no status for credentials is declared', 'POST', 403, {}, { security }],
])('%s needs no declaration', (...row) => {
  expect(mayBe(row)).toBe(true);
});

test.each<Row>([
  ['a limit that does not say when', 'POST', 429, {}, {}],
  ['403 where 401 is declared', 'POST', 403, {}, { security, responses: { 401: {} } }],
  ['403 of a public operation', 'POST', 403, {}, {}],
])('%s needs a declaration', (...row) => {
  expect(mayBe(row)).toBe(false);
});
