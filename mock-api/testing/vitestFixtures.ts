import { forTester, type Tester, type TesterOptions } from './forTester.ts';

export interface TesterFixtures {
  /** A tester of its own for each test. */
  tester: Tester;
  /**
   * The options of the tester: `base.extend<TesterFixtures>({ ...testerFixtures, testerOptions: { settleMs: 1000 } })`.
   */
  testerOptions: TesterOptions;
}

/** The part of Vitest's test in use. */
interface Task {
  name: string;
  result?: { state: string } | undefined;
}

/**
 * Fixtures for Vitest.
 * @example
 * import { test as base } from 'vitest';
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
  testerOptions: {} as TesterOptions,

  tester: async (
    { task, testerOptions }: { task: Task; testerOptions: TesterOptions },
    use: (tester: Tester) => Promise<void>,
  ) => {
    const tester = await forTester(undefined, { test: task.name, ...testerOptions });
    await use(tester);
    // A test that skips itself may have sent no request.
    const hasPassed = !['fail', 'skip'].includes(task.result?.state ?? '');
    await tester.finish({ hasPassed });
  },
};
