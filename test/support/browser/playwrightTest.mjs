/**
 * A stand-in for Playwright's test runner, which the project does not install: runs a test with its fixtures at
 * once and prints its title.
 */
import { chromium } from 'playwright-core';

async function runTest(fixtures, title, run) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  const page = await browser.newPage();
  const testInfo = { title, status: 'passed', expectedStatus: 'passed' };
  const [testerOptions] = fixtures.testerOptions;
  const baseURL = process.env.MOCK_URL;
  await fixtures.tester({ baseURL, testerOptions }, (tester) => run({ page, tester }), testInfo);
  await browser.close();
  console.log(`passed: ${title}`);
}

export const test = {
  extend: (fixtures) => (title, run) => runTest(fixtures, title, run),
};
