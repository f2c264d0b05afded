import { expect, test } from 'vitest';
import { field } from '../../../scripts/reference-backend/changes.ts';
import { crashPage } from '../../../scripts/reference-backend/exchange.ts';
import { planCases } from '../../../scripts/verify/phases/planCases.ts';
import { expectReported } from '../../support/verify/failedCases.ts';
import { referenceContract } from '../../support/verify/runVerifier.ts';

const requestsOf = (seed: number) =>
  [...planCases(referenceContract, { fuzzCount: 50, seed }).randomCases()].map(
    ({ request }) => request,
  );

test('the same seed results in the same requests, another seed in others', () => {
  expect(requestsOf(1)).toHaveLength(50);
  expect(requestsOf(1)).toEqual(requestsOf(1));
  expect(requestsOf(1)).not.toEqual(requestsOf(2));
});

test('a failure names the random value', () =>
  expectReported('--only submitFeedback --phases fuzzing --fuzz 60', {
    not_a_server_error: { 'Random: The body\'s "text" is "': field('text', /~/, crashPage) },
  }));
