import { expect } from 'vitest';

/**
 * Waits until an element has the focus.
 * @param locator is one of Playwright or of a journey in every engine
 */
export async function expectFocus(locator: {
  evaluate(callback: (element: HTMLElement) => boolean): Promise<boolean>;
}): Promise<void> {
  const isFocused = () => locator.evaluate((element) => element === document.activeElement);
  await expect.poll(isFocused).toBe(true);
}
