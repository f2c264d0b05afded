import type { Locator, Page } from 'playwright-core';

/** @param locator is one of Playwright or of a journey in every engine */
export function isFocused(locator: {
  evaluate(callback: (element: HTMLElement) => boolean): Promise<boolean>;
}): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/**
 * Presses Tab through the whole page and collects what `inspect` returns for each focused element.
 * @param inspect runs in the page, so it must not use anything from outside of it
 */
export async function tabThrough<Result>(
  page: Page,
  inspect: (focused: Element) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  // More than any page has, so that a page that traps the focus ends the loop.
  while (results.length < 100) {
    await page.keyboard.press('Tab');
    const result = await page.evaluate<Result | null>(
      `document.activeElement === document.body ? null : (${inspect})(document.activeElement)`,
    );
    if (result === null) break;
    results.push(result);
  }
  return results;
}

/** Whether the middle of an element is outside of the screen, or behind another element. */
export function isCovered(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !element.contains(front);
  });
}
