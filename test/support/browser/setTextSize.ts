import type { Page } from 'playwright-core';

/** Sets the text size of the browser's settings, in px. It is 16 by default. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
}
