import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type OperationIds, operationIds } from '../../client/api/operationIds.ts';

test('the operation ids are those of the contract', () => {
  const { paths } = parse(readFileSync('openapi.yaml', 'utf8'));
  const endpoints = Object.entries<Record<string, { operationId?: string }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        `${method.toUpperCase()} ${path}`,
        operationId,
      ]),
  );
  expect(Object.fromEntries(endpoints)).toMatchObject(operationIds);
});

// The next lines are tested by the compiler.
// An operation that the client does not call need not be listed.
({}) satisfies OperationIds;
// @ts-expect-error: signIn is the operation of another path
({ ...operationIds, 'GET /jsp/logout.jsp': 'signIn' }) satisfies OperationIds;
// @ts-expect-error: the contract has no such endpoint
({ ...operationIds, 'POST /jsp/logout.jsp': 'signOut' }) satisfies OperationIds;
