import { expect, test } from 'vitest';
import { failedChecks } from '../../support/verify/runVerifier.ts';
import {
  problem,
  type TreesFault,
  type TreesResponse,
  verifyTrees,
} from '../../support/verify/verifyTrees.ts';

/** Verifies an operation of a server that is too busy for every fifth request to it. */
async function verifyBusy(operation: 'readTree' | 'ping', response: TreesResponse) {
  const fault: TreesFault = (usual, { method }, count) =>
    method === 'GET' && count % 5 === 0 ? response : usual;
  return verifyTrees(fault, '--only', operation, '--phases', 'repetition');
}

function limited(status: number, headers: Record<string, string>): TreesResponse {
  const { headers: type, ...response } = problem(status);
  return { ...response, headers: { ...type, ...headers } };
}

const now = { 'Retry-After': '0' };
const soon = { 'Retry-After': 'soon' };

test.each([
  ['a limit with a number of seconds', 'readTree', limited(429, now)],
  ['a limit of a gateway, which no operation declares', 'ping', limited(429, now)],
  ['maintenance with a number of seconds', 'ping', limited(503, now)],
] as const)('%s is no violation', async (_, operation, response) => {
  const { warnings, ...report } = await verifyBusy(operation, response);
  expect(failedChecks({ warnings, ...report })).toEqual([]);
  if (operation === 'readTree') return;
  expect(warnings).toContain(
    `ping: The status ${response.status} is not declared. Recommended: a declared status, or a lower --rate.`,
  );
});

test.each([
  ['a Retry-After in words', 'readTree', limited(429, soon), 'response_headers_conformance'],
  [
    'a Retry-After in words with a status that is not declared',
    'ping',
    limited(503, soon),
    'response_headers_conformance',
  ],
  ['an undeclared limit without Retry-After', 'ping', problem(429), 'status_code_conformance'],
  [
    'a limit as text',
    'readTree',
    limited(429, { ...now, 'Content-Type': 'text/plain' }),
    'content_type_conformance',
  ],
] as const)(
  '%s is found in a response after which the request is repeated',
  async (_, operation, response, check) => {
    const report = await verifyBusy(operation, response);
    expect(failedChecks(report)).toEqual([`${operation} ${check}`]);
  },
);
