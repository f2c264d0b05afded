import type { Locator } from 'playwright-core';

/** Whether a person sees an element now, in a word that a failed assertion shows. What is only spoken is 1 px high. */
export async function visibilityOf(locator: Locator): Promise<'visible' | 'hidden'> {
  const isVisible = await locator.isVisible();
  const box = isVisible && (await locator.boundingBox());
  return box && box.height > 1 ? 'visible' : 'hidden';
}
