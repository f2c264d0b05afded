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

const viewport = { width: 1280, height: 800 };

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

const createJourney = (scope: 'test' | 'file') =>
  browserTest.extend<Pick<Journey, 'context' | 'page' | 'visit'>>({
    context: [({ browser }, use) => useContext(browser, use), { scope }],
    page: [({ context }, use) => usePage(context, use), { scope }],
    visit: async ({ page }, use) => {
      // A journey before this one may have changed the size of a shared tab.
      if (scope === 'file') await page.setViewportSize(viewport);
      await use(async (path) => void (await page.goto(`${inject('hostUrl')}${basePath}${path}`)));
    },
  });

/** A test in a real browser against the running stack. It fails if the page logs an error. */
export const journey = createJourney('test');

/**
 * A journey that shares one tab with the others of its file, which halves its costs. It must not depend on
 * what a tab keeps: session storage, routes and a fake clock.
 */
export const sharedTabJourney = createJourney('file');

async function useContext(browser: Browser, use: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(60_000);
  // A slow machine may not look at an alert within its 5 s. A fake clock replaces this.
  await context.addInitScript(keepAlerts);
  await use(context);
  await context.close();
}

async function usePage(context: BrowserContext, use: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFailedRequest(message.text())) errors.push(message.text());
  });
  await use(page);
  expect(errors, 'errors in the console of the page').toEqual([]);
}

/** Chromium logs every 4xx and 5xx response as an error, and many journeys provoke one. */
function isFailedRequest(text: string): boolean {
  return text.startsWith('Failed to load resource');
}
