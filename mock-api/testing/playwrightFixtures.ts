import { defaultUrl, forTester, randomName, type Tester, type TesterOptions } from './forTester.ts';
import { reportNameless } from './namelessRequests.ts';

export interface TesterFixtures {
  /** A tester of its own for each test. */
  tester: Tester;
  /** `test.use({ testerOptions: { settleMs: 1000 } })` */
  testerOptions: TesterOptions;
}

export interface TesterWorkerFixtures {
  /** Reports requests without the name of a tester, which fail a run that has started the mock. */
  namelessRequests: undefined;
}

/** The parts of Playwright's `TestInfo` in use. */
interface TestInfo {
  title: string;
  status?: string | undefined;
  expectedStatus: string;
  attach(name: string, options: { body: string; contentType: string }): Promise<void>;
}

type NamelessFixture = (
  fixtures: object,
  use: (value: undefined) => Promise<void>,
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
  testerOptions: [{}, { option: true }] as [TesterOptions, { option: true }],

  tester: async (
    { baseURL, testerOptions }: { baseURL: string | undefined; testerOptions: TesterOptions },
    use: (tester: Tester) => Promise<void>,
    testInfo: TestInfo,
  ): Promise<void> => {
    const options = { url: baseURL ?? defaultUrl(), test: testInfo.title, ...testerOptions };
    const tester = await forTester(randomName(), options);
    await use(tester);
    const { status, expectedStatus } = testInfo;
    try {
      if (status !== expectedStatus) {
        // Unlike `tester.journal`, it also responds after somebody has removed requests.
        const journal = await fetch(`${tester.url}/mock/journal?name=${tester.name}`);
        const body = JSON.stringify(await journal.json(), null, 2);
        await testInfo.attach('mock-journal.json', { body, contentType: 'application/json' });
      }
    } finally {
      // A test that skips itself may have sent nothing.
      await tester.finish({ hasPassed: status === expectedStatus && status !== 'skipped' });
    }
  },

  namelessRequests: [
    async (
      // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the first parameter to be destructured
      {}: object,
      use: (value: undefined) => Promise<void>,
    ): Promise<void> => reportNameless(use),
    { scope: 'worker', auto: true },
  ] as [NamelessFixture, { scope: 'worker'; auto: true }],
};
