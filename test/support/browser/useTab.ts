import type { Browser, BrowserContext, Page } from 'playwright-core';
import { conditionTimeoutMs } from '../timeouts.ts';
import { keepAlerts } from './openState.ts';

/** A tab in a browser context of its own. */
export interface Tab {
  /** Opens the tab, or removes what the journey before has left in it. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

const viewport = { width: 1280, height: 800 };

const noEmulation = {
  media: null,
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
};

/**
 * Provides a tab that journeys share one after the other.
 * @param prepare is called with the context of the tab before its page exists
 */
export async function useTab(
  browser: Browser,
  prepare: (context: BrowserContext) => Promise<void>,
  use: (tab: Tab) => Promise<void>,
) {
  let page: Page | undefined;
  const close = async () => {
    const closing = page;
    page = undefined;
    await closing?.context().close();
  };
  await use({
    async open() {
      if (page) await resetTab(page);
      page ??= await openTab(browser, prepare);
      return page;
    },
    close,
  });
  await close();
}

async function openTab(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(conditionTimeoutMs);
  // A slow machine may not look at an alert within its 5 s. A fake clock replaces this.
  await context.addInitScript(keepAlerts);
  await context.addInitScript(clearAbandonedStorage, abandoned);
  await prepare(context);
  return context.newPage();
}

/** The name of a tab whose page belongs to the journey before. */
const abandoned = 'abandoned';

/** Clears the session storage when the next page loads, because the one before may still write to it. */
function clearAbandonedStorage(name: string) {
  if (window.name !== name) return;
  sessionStorage.clear();
  window.name = '';
}

async function resetTab(page: Page) {
  page.removeAllListeners('request');
  await page.unrouteAll();
  await page.context().clearPermissions();
  await page.setViewportSize(viewport);
  await page.emulateMedia(noEmulation);
  await page.mouse.move(0, 0);
  await page.evaluate((name) => {
    window.name = name;
    // The next page may be of another origin. A sandboxed page has no storage.
    if (window.origin !== 'null') {
      sessionStorage.clear();
      localStorage.clear();
    }
    // A visit to the same URL would be a reload, which keeps the state of the history entry.
    if (location.protocol === 'http:') history.pushState(null, '', '?left');
  }, abandoned);
}
