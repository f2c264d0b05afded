import { forTester, type Tester } from './forTester.ts';

export interface TesterFixtures {
  /** A tester of its own for each test. */
  tester: Tester;
}

/**
 * A fixture for Vitest.
 * @example
 * import { expect, test as base } from 'vitest';
 * import { type TesterFixtures, testerFixtures } from 'subscriber-feedback/testing/vitest';
 *
 * const test = base.extend<TesterFixtures>(testerFixtures);
 *
 * test('the third attempt works', async ({ tester }) => {
 *   const brief = `${tester.url}/rest/subscriber-feedback/briefs/${tester.id('flaky-brief')}`;
 *   for (let i = 0; i < 3; i += 1) await fetch(brief);
 *   await tester.expectRequests({ operation: 'getBrief', status: 200 }, { exactly: 1 });
 * });
 */
export const testerFixtures = {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires the first parameter to be destructured
  tester: async ({}: object, use: (tester: Tester) => Promise<void>): Promise<void> => {
    await use(forTester());
  },
};
