import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import { problem, type TreesResponse, verifyTrees } from '../../support/verify/verifyTrees.ts';

function limited(status: number, retryAfter: string, type?: string): TreesResponse {
  const { headers, ...response } = problem(status);
  const changed = { 'Retry-After': retryAfter, ...(type && { 'Content-Type': type }) };
  return { ...response, headers: { ...headers, ...changed } };
}

// After each of these responses, the verifier sends the request again.
test.each<[what: string, response: TreesResponse, ...failed: string[]]>([
  ['a declared limit with a number of seconds', limited(429, '0')],
  ['a Retry-After in words', limited(429, 'soon'), 'readTree response_headers_conformance'],
  ['a limit as text', limited(429, '0', 'text/plain'), 'readTree content_type_conformance'],
  ['a status that is not declared', limited(503, '0'), 'readTree status_code_conformance'],
])('%s, from a server that is too busy for every fifth request', async (_, busy, ...expected) => {
  const report = await verifyTrees(
    (usual, { method }, count) => (method === 'GET' && count % 5 === 0 ? busy : usual),
    ...['--only', 'readTree', '--phases', 'repetition'],
  );
  expect(failedChecks(report)).toEqual(expected);
});
