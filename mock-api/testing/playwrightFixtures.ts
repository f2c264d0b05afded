import { defaultUrl, forTester, type Tester, type TesterOptions } from './forTester.ts';

export interface TesterFixtures {
  /** A tester of its own for each test. */
  tester: Tester;
  /** The options of the tester: `test.use({ testerOptions: { settleMs: 1000 } })`. */
  testerOptions: TesterOptions;
}

/** The parts of Playwright's `TestInfo` in use. */
interface TestInfo {
  title: string;
  status?: string | undefined;
  expectedStatus: string;
  attach(name: string, options: { body: string; contentType: string }): Promise<void>;
}

/**
 * Fixtures for `@playwright/test`. Their URL is the `baseURL` of the configuration, if there is one. The requests of
 * a failed test are attached to its report.
 * @example
 * import { expect, test as base } from '@playwright/test';
 * import { type TesterFixtures, testerFixtures } from 'subscriber-feedback/testing/playwright';
 *
 * const test = base.extend<TesterFixtures>(testerFixtures);
 *
 * test('a missing brief is requested once', async ({ page, tester }) => {
 *   await page.goto(tester.pageUrl('missing-brief'));
 *   await tester.expectRequests({ operation: 'getBrief', status: 404 }, { exactly: 1 });
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
    const tester = await forTester(undefined, options);
    await use(tester);
    const { status, expectedStatus } = testInfo;
    let hasFailed = status !== expectedStatus;
    try {
      // A test that skips itself may have sent no request.
      await tester.finish({ hasPassed: !hasFailed && status !== 'skipped' });
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      if (hasFailed) await attachJournal(tester, testInfo);
    }
  },
};

/**
 * Attaches the requests of a tester to the report. The URL, unlike `tester.journal`, also responds after requests were
 * removed.
 */
async function attachJournal({ url, name }: Tester, testInfo: TestInfo): Promise<void> {
  const journal = await fetch(`${url}/mock/journal?name=${name}`).then(
    (response) => response.json(),
    (error: Error) => error.message,
  );
  const body = JSON.stringify(journal, null, 2);
  await testInfo.attach('mock-journal.json', { body, contentType: 'application/json' });
}
