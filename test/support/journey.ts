import type { Browser, BrowserContext, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { launchChromium } from './launchChromium.ts';

export interface Journey {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** Goes to an address below the base path. */
  visit(path: string): Promise<void>;
  /** A brief id of the mock's with a suffix of its own: what one journey does, no other sees. */
  keep(id: string): string;
}

const inBrowser = base.extend<Pick<Journey, 'browser' | 'keep'>>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  keep: async ({}, use) => {
    const suffix = crypto.randomUUID().slice(0, 8);
    await use((id) => `${id}.${suffix}`);
  },
});

const inTab = (scope: 'test' | 'file') =>
  inBrowser.extend<Pick<Journey, 'context' | 'page' | 'visit'>>({
    context: [({ browser }, use) => useContext(browser, use), { scope }],
    page: [({ context }, use) => usePage(context, use), { scope }],
    visit: async ({ page }, use) => {
      await use(async (path) => void (await page.goto(`${inject('hostUrl')}${basePath}${path}`)));
    },
  });

/** A test in a real browser against the running stack. Any fault that the page logs fails it. */
export const journey = inTab('test');

/** Journeys of a file in one tab, one after the other: for long tables whose rows do not meet. */
export const tour = inTab('file');

async function useContext(browser: Browser, use: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(15_000);
  await use(context);
  await context.close();
}

async function usePage(context: BrowserContext, use: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isFailedRequest(message.text())) faults.push(message.text());
  });
  await use(page);
  expect(faults, 'faults in the console of the page').toEqual([]);
}

/** Chromium itself logs an answer of 4xx or 5xx, which is what many journeys are about. */
function isFailedRequest(text: string): boolean {
  return text.startsWith('Failed to load resource');
}
