import type { Locator, Page } from 'playwright-core';

export function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

/** Presses Tab through the whole page and collects what `inspect` returns for each focused element. */
export async function tabThrough<Result>(
  page: Page,
  inspect: (focused: Element) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  // More than any page has, so that a page that traps the focus ends the loop.
  while (results.length < 100) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluateHandle(() => document.activeElement);
    const element = focused.asElement();
    if (!element || (await element.evaluate((it) => it === document.body))) break;
    results.push((await element.evaluate(inspect as (it: Node) => Result)) as Result);
  }
  return results;
}
