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

/** A test in a real browser against the running stack. Any fault that the page logs fails it. */
export const journey = base.extend<Journey>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
    async ({}, use) => {
      const browser = await launchChromium();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ browser }, use) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(15_000);
    await use(context);
    await context.close();
  },

  page: async ({ context }, use) => {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isFailedRequest(message.text())) {
        faults.push(message.text());
      }
    });
    await use(page);
    expect(faults, 'faults in the console of the page').toEqual([]);
  },

  visit: async ({ page }, use) => {
    await use(async (path) => void (await page.goto(`${inject('hostUrl')}${basePath}${path}`)));
  },

  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  keep: async ({}, use) => {
    const suffix = crypto.randomUUID().slice(0, 8);
    await use((id) => `${id}.${suffix}`);
  },
});

/** Chromium itself logs an answer of 4xx or 5xx, which is what many journeys are about. */
function isFailedRequest(text: string): boolean {
  return text.startsWith('Failed to load resource');
}
