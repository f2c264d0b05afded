import { defaultUrl, forTester, randomName, type Tester } from './forTester.ts';
import { rejectNameless } from './rejectNameless.ts';

export interface TesterFixtures {
  /** A tester of its own for each test. */
  tester: Tester;
}

export interface TesterWorkerFixtures {
  /** Fails the run for requests without the name of a tester. */
  namelessRequests: undefined;
}

/** The parts of Playwright's `TestInfo` in use. */
interface TestInfo {
  status?: string | undefined;
  expectedStatus: string;
  attach(name: string, options: { body: string; contentType: string }): Promise<void>;
}

/** The part of Playwright's `WorkerInfo` in use. */
interface WorkerInfo {
  project: { use: { baseURL?: string | undefined } };
}

type NamelessFixture = (
  fixtures: object,
  use: (value: undefined) => Promise<void>,
  info: WorkerInfo,
) => Promise<void>;

/**
 * Fixtures for `@playwright/test`. Their URL is the `baseURL` of the configuration, if there is one. The requests of
 * a failed test are attached to its report.
 * @example
 * import { expect, test as base } from '@playwright/test';
 * import {
 *   type TesterFixtures,
 *   type TesterWorkerFixtures,
 *   testerFixtures,
 * } from 'subscriber-feedback/testing/playwright';
 *
 * const test = base.extend<TesterFixtures, TesterWorkerFixtures>(testerFixtures);
 *
 * test('a message is sent once', async ({ page, tester }) => {
 *   await page.goto(tester.pageUrl('daily-harvest'));
 *   await page.getByLabel('Subject').fill('Thank you');
 *   await page.getByLabel('Message').fill('I read you every morning.');
 *   await page.getByRole('button', { name: 'Submit', exact: true }).click();
 *   await tester.expectDelivered({ text: 'I read you every morning.' });
 * });
 */
export const testerFixtures = {
  tester: async (
    { baseURL }: { baseURL: string | undefined },
    use: (tester: Tester) => Promise<void>,
    testInfo: TestInfo,
  ): Promise<void> => {
    const tester = await forTester(randomName(), { url: baseURL ?? defaultUrl() });
    await use(tester);
    const hasPassed = testInfo.status === testInfo.expectedStatus;
    try {
      if (!hasPassed) {
        // Unlike `tester.journal`, it also responds after it has dropped entries, and says so.
        const journal = await fetch(`${tester.url}/mock/journal?name=${tester.name}`);
        const body = JSON.stringify(await journal.json(), null, 2);
        await testInfo.attach('mock-journal.json', { body, contentType: 'application/json' });
      }
    } finally {
      await tester.finish({ hasPassed });
    }
  },

  namelessRequests: [
    async (
      // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the first parameter to be destructured
      {}: object,
      use: (value: undefined) => Promise<void>,
      { project }: WorkerInfo,
    ): Promise<void> => rejectNameless(project.use.baseURL ?? defaultUrl(), use),
    { scope: 'worker', auto: true },
  ] as [NamelessFixture, { scope: 'worker'; auto: true }],
};
