import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { tour } from '../support/journey.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that a page breaks, and where. */
async function violations(page: Page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}

for (const width of [320, 1280]) {
  tour(
    `the feedback page breaks no accessibility rule at ${width} px`,
    async ({ page, visit, keep }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit(`/3141592/${keep('broken-submission')}/contact`);
      const { write, submit, restore } = feedbackPage(page);
      await submit.waitFor();
      expect(await violations(page)).toEqual([]);
      await write(note);
      await submit.click();
      await restore.waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

  tour(`the index page breaks no accessibility rule at ${width} px`, async ({ page, visit }) => {
    await page.setViewportSize({ width, height: 800 });
    await visit('/3141592/missing-brief/contact');
    await page.getByRole('link', { name: 'Try again' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
}
