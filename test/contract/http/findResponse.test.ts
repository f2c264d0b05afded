import { expect, test } from 'vitest';
import { mayBeUndeclared } from '../../../contract/index.ts';
import { contractOf } from '../../support/oneOperation.ts';

const security = [{ key: [] }];
const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Key' } };
const operationWith = (operation: object) =>
  contractOf(operation, { components: { securitySchemes } }).operations[0];

test.each([
  ['a limit that says when to try again', 'POST', 429, { 'retry-after': '1' }, {}, true],
  ['a limit that does not', 'POST', 429, {}, {}, false],
  ['a URL that is too long', 'POST', 414, {}, {}, true],
  ['405 for HEAD', 'HEAD', 405, {}, {}, true],
  ['403 where no status for credentials is declared', 'POST', 403, {}, { security }, true],
  ['403 where 401 is', 'POST', 403, {}, { security, responses: { 401: {} } }, false],
  ['403 of a public operation', 'POST', 403, {}, {}, false],
])(
  '%s: with %s, whether %d needs no declaration',
  (_, method, status, headers, parts, expected) => {
    const operation = operationWith({ responses: { 200: {} }, ...parts });
    expect(operation && mayBeUndeclared(operation, method, { status, headers })).toBe(expected);
  },
);
