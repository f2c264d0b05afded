import { forTester, type Tester } from './forTester.ts';

export interface TesterFixtures {
  /** A tester of its own for each test. */
  tester: Tester;
}

/** The parts of Playwright's `TestInfo` in use. */
interface TestInfo {
  status?: string | undefined;
  expectedStatus: string;
  attach(name: string, options: { body: string; contentType: string }): Promise<void>;
}

/**
 * A fixture for `@playwright/test`. Its URL is the `baseURL` of the configuration, if there is one. The
 * requests of a failed test are attached to its report.
 * @example
 * import { expect, test as base } from '@playwright/test';
 * import { type TesterFixtures, testerFixtures } from 'subscriber-feedback/testing/playwright';
 *
 * const test = base.extend<TesterFixtures>(testerFixtures);
 *
 * test('a message is sent once', async ({ page, tester }) => {
 *   await page.goto(tester.pageUrl('daily-harvest'));
 *   await page.getByLabel('Subject').fill('Thank you');
 *   await page.getByLabel('Message').fill('I read you every morning.');
 *   await page.getByRole('button', { name: 'Submit', exact: true }).click();
 *   await tester.expectSubmission({ text: 'I read you every morning.' });
 * });
 */
export const testerFixtures = {
  tester: async (
    { baseURL }: { baseURL: string | undefined },
    use: (tester: Tester) => Promise<void>,
    testInfo: TestInfo,
  ): Promise<void> => {
    const tester = forTester(undefined, { url: baseURL });
    await use(tester);
    if (testInfo.status === testInfo.expectedStatus) return;
    const body = JSON.stringify(await tester.journal(), null, 2);
    await testInfo.attach('mock-journal.json', { body, contentType: 'application/json' });
  },
};
