import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import { problem, type TreesResponse, verifyTrees } from '../../support/verify/verifyTrees.ts';

function limited(status: number, retryAfter: string, type?: string): TreesResponse {
  const { headers, ...response } = problem(status);
  const changed = { 'Retry-After': retryAfter, ...(type && { 'Content-Type': type }) };
  return { ...response, headers: { ...headers, ...changed } };
}

/** Verifies operations of a server that is too busy for every fifth request, after which it is sent again. */
const verifyBusy = (operations: string, busy: TreesResponse) =>
  verifyTrees(
    (usual, { method }, count) => (method === 'GET' && count % 5 === 0 ? busy : usual),
    '--only',
    operations,
    '--phases',
    'repetition',
  );

test.each<[what: string, operation: string, response: TreesResponse, ...failed: string[]]>([
  ['a declared limit', 'readTree', limited(429, '0')],
  ['a limit that is not declared', 'ping', limited(429, '0'), 'status_code_conformance'],
  ['maintenance that is not declared', 'ping', limited(503, '0'), 'status_code_conformance'],
  ['Retry-After in words', 'readTree', limited(429, 'soon'), 'response_headers_conformance'],
  ['a limit as text', 'readTree', limited(429, '0', 'text/plain'), 'content_type_conformance'],
])('%s is validated, although the request is sent again', async (_, operation, busy, ...checks) => {
  const expected = checks.map((check) => `${operation} ${check}`);
  expect(failedChecks(await verifyBusy(operation, busy))).toEqual(expected);
});

test('a limit of several operations, not all of which declare it, is a warning', async () => {
  const report = await verifyBusy('readTree,ping', limited(429, '0'));
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toEqual([
    'ping: The status 429 is not declared. Recommended: one of 204.',
  ]);
});
