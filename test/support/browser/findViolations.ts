import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Runs axe with all of its rules: WCAG 2 A and AA and best practices.
 * @returns each rule that the page violates, followed by the HTML of the elements
 */
export async function findViolations(page: Page): Promise<string[][]> {
  // The script is long, and a page may be checked several times.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    // The text of an alert that fades in has too little contrast.
    for (const animation of document.getAnimations() as CSSAnimation[]) {
      if (animation.animationName === 'fade-in') animation.finish();
    }
    const { axe: loaded } = globalThis as unknown as { axe: typeof axe };
    // Describing every element that passes takes longer than checking it.
    return (await loaded.run({ resultTypes: ['violations'] })).violations;
  });
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}
