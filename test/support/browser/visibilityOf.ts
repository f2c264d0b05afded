import type { Locator } from 'playwright-core';

/** Whether a person sees an element now, in a word that a failed assertion shows. */
export async function visibilityOf(locator: Locator): Promise<'visible' | 'hidden'> {
  return (await locator.isVisible()) ? 'visible' : 'hidden';
}
