import { expect } from 'vitest';

/**
 * Waits until an element has the focus.
 * @param locator is one of Playwright or of a journey in every engine
 */
export async function expectFocus(locator: {
  evaluate(callback: (element: HTMLElement) => string | undefined): Promise<string | undefined>;
}): Promise<void> {
  const readFocus = () =>
    locator.evaluate((element) =>
      element === document.activeElement ? 'the element' : document.activeElement?.outerHTML,
    );
  await expect.poll(readFocus).toBe('the element');
}
