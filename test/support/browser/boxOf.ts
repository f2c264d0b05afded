import type { Locator } from 'playwright-core';

/** Where an element is, in CSS pixels of the viewport. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not visible`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}
