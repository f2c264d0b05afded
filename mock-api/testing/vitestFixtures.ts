import { defaultUrl, forTester, randomName, type Tester } from './forTester.ts';
import { rejectNameless } from './rejectNameless.ts';

export interface TesterFixtures {
  /** A tester of its own for each test. */
  tester: Tester;
  /** Fails the file for requests without the name of a tester. */
  namelessRequests: undefined;
}

/** The part of Vitest's test in use. */
interface Task {
  result?: { state: string } | undefined;
}

type NamelessFixture = (context: object, use: (value: undefined) => Promise<void>) => Promise<void>;

/**
 * Fixtures for Vitest.
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
  tester: async ({ task }: { task: Task }, use: (tester: Tester) => Promise<void>) => {
    const tester = await forTester(randomName());
    await use(tester);
    await tester.finish({ hasPassed: task.result?.state !== 'fail' });
  },

  namelessRequests: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest requires the first parameter to be destructured
    async ({}: object, use: (value: undefined) => Promise<void>) =>
      rejectNameless(defaultUrl(), use),
    { scope: 'file', auto: true },
  ] as [NamelessFixture, { scope: 'file'; auto: true }],
};
