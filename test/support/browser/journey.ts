import type { Browser, BrowserContext, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import { keepAlerts } from '../../../scripts/gallery/openState.ts';
import { launchChromium } from './launchChromium.ts';

export interface Journey {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** Navigates to a path below the base path. */
  visit(path: string): Promise<void>;
  /** Adds a suffix to a brief id, which isolates the journey from all others. */
  withSuffix(briefId: string): string;
}

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

const browserTest = base.extend<Pick<Journey, 'browser' | 'withSuffix'>>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  withSuffix: async ({}, use) => {
    const suffix = crypto.randomUUID().slice(0, 8);
    await use((briefId) => `${briefId}.${suffix}`);
  },
});

/**
 * @param scope which journeys share a tab
 * @param prepare is called with the context of the tab
 */
const createJourney = (
  scope: 'worker' | 'file' | 'test',
  prepare = async (_context: BrowserContext) => {},
) =>
  browserTest
    .extend<{ tab: Tab }>({
      tab: [({ browser }, use) => useTab(browser, prepare, use), { scope }],
    })
    .extend<Pick<Journey, 'context' | 'page' | 'visit'>>({
      page: async ({ tab, onTestFailed }, use) => {
        onTestFailed(tab.close);
        await usePage(await tab.open(), use);
      },
      context: ({ page }, use) => use(page.context()),
      visit: ({ page }, use) =>
        use(async (path) => void (await page.goto(`${inject('hostUrl')}${basePath}${path}`))),
    });

/**
 * A test in a real browser against the running stack. It fails if the page logs an error. All journeys of a
 * worker share one tab, because a new one costs as much as three page loads. What a journey leaves in it is
 * removed before the next, except for scripts of `addInitScript`. A journey that fails closes the tab.
 */
export const journey = createJourney('worker');

/** A journey with a fake clock, whose tab is that of its file. */
export const clockJourney = createJourney('file', (context) => context.clock.install());

/** A journey in a tab of its own, which it may close or change for good. */
export const isolatedJourney = createJourney('test');

async function useTab(
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
  context.setDefaultTimeout(60_000);
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

async function usePage(page: Page, use: (page: Page) => Promise<void>) {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFailedRequest(message.text())) errors.push(message.text());
  });
  await use(page);
  page.removeAllListeners('pageerror');
  page.removeAllListeners('console');
  expect(errors, 'errors in the console of the page').toEqual([]);
}

/** Chromium logs every 4xx and 5xx response as an error, and many journeys provoke one. */
function isFailedRequest(text: string): boolean {
  return text.startsWith('Failed to load resource');
}
