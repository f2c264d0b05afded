import { expect, test } from 'vitest';
import { createOperationMatcher } from '../../../mock-api/contract/http/matchOperation.ts';
import { createTargetViolation } from '../../../mock-api/contract/validate/createTargetViolation.ts';
import { library } from './library.ts';

test.each([
  [
    'POST',
    '/v2/books/7',
    'request.method',
    'The method is not declared for this path; expected GET or DELETE or HEAD.',
    '/books/{id}:',
  ],
  ['GET', '/v2/shelves', 'request.path', 'The path is not in the contract.', 'paths:'],
  ['GET', '/v2/%zz', 'request.path', 'The path has a malformed percent-encoding.', 'paths:'],
])('%s %s is a violation with rule, message and line', (method, path, rule, message, line) => {
  const match = createOperationMatcher(library)(method, path);
  if (match.kind === 'operation') throw new Error(`${path} matches ${match.operation.id}.`);
  const violation = createTargetViolation(library, match);
  expect(violation).toMatchObject({ rule, message });
  expect(library.source.split('\n')[violation.line - 1]?.trim()).toBe(line);
});
