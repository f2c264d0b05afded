import type { Browser, BrowserContextOptions } from 'playwright-core';
import { inject } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import { keepAlerts, openState } from '../fixtures/openState.ts';
import { setTextSize } from '../fixtures/setTextSize.ts';
import type { State } from '../fixtures/states.ts';

/** The settings with which a person sees the page. A text size is in px, 16 by default. */
export type Style = BrowserContextOptions & { textSize?: number };

/**
 * Takes a picture of a state, the whole page if the state says so.
 * @param path of the PNG file
 * @returns the page, in a new context
 */
export async function takePicture(browser: Browser, state: State, style: Style, path: string) {
  const { textSize, ...options } = style;
  const javaScriptEnabled = state.medium !== 'no JavaScript';
  const context = await browser.newContext({ ...options, javaScriptEnabled });
  await context.addInitScript(keepAlerts);
  const page = await context.newPage();
  if (textSize) await setTextSize(page, textSize);
  const suffix = crypto.randomUUID().slice(0, 8);
  await openState(page, `${inject('hostUrl')}${basePath}`, state, suffix);
  if (state.medium === 'print') await page.emulateMedia({ media: 'print' });
  // Chromium resets the text size for a picture that is higher than the screen.
  const fullPage = (state.isFullPage ?? false) && !textSize;
  await page.screenshot({ path, fullPage });
  return page;
}
