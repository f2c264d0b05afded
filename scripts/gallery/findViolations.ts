import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Runs axe with all of its rules: WCAG 2 A and AA and best practices.
 * @returns each rule that the page violates, followed by the HTML of the elements
 */
export async function findViolations(page: Page): Promise<string[][]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  );
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}
