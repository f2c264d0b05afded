import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { sharedTabJourney } from '../support/browser/journey.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that the page violates, each with the offending elements. */
async function findViolations(page: Page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

for (const width of [320, 1280]) {
  sharedTabJourney(
    `the feedback page violates no accessibility rule at ${width} px`,
    async ({ page, visit, withSuffix }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
      const { fill, submit, restore } = feedbackPage(page);
      await submit.waitFor();
      expect(await findViolations(page)).toEqual([]);
      await fill(sampleMessage);
      await submit.click();
      await restore.waitFor();
      expect(await findViolations(page)).toEqual([]);
    },
  );

  sharedTabJourney(
    `the not-found page violates no accessibility rule at ${width} px`,
    async ({ page, visit }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit('/3141592/missing-brief/contact');
      await feedbackPage(page).tryAgain.waitFor();
      expect(await findViolations(page)).toEqual([]);
    },
  );
}
