import { expect, test } from 'vitest';
import { loadContract } from '../../../mock-api/contract/load/loadContract.ts';
import { errorResponse } from '../../../scripts/faulty-backend/httpMessages.ts';
import { planCases } from '../../../scripts/verify/phases/planCases.ts';
import { type FaultRow, failedCases } from '../../support/verify/failedCases.ts';

const contract = await loadContract('openapi.yaml');

const requestsOf = (seed: number) =>
  [...planCases(contract, { fuzzCount: 50, seed }).randomCases()].map(({ request }) => request);

test('the same seed results in the same requests, another seed in others', () => {
  expect(requestsOf(1)).toHaveLength(50);
  expect(requestsOf(1)).toEqual(requestsOf(1));
  expect(requestsOf(1)).not.toEqual(requestsOf(2));
});

test('a failure is reduced to the smallest request that still shows it', async () => {
  const rows: FaultRow[] = [
    [
      (_, { text }) => typeof text === 'string' && /~.*\}/s.test(text),
      errorResponse(500, 'Internal server error.'),
    ],
  ];
  const args = ['--only', 'submitFeedback', '--phases', 'fuzzing', '--fuzz', '60'];
  const failed = await failedCases(rows, args);
  expect(failed).toContain(`not_a_server_error: Random: The body's "text" is "~}".`);
});
