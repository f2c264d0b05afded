import type { Browser, BrowserContext, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import { launchChromium } from './launchChromium.ts';
import { type Tab, useTab } from './useTab.ts';

export interface Journey {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** Navigates to a path below the base path. */
  visit(path: string): Promise<void>;
  /** Adds a suffix to a brief id, which isolates the journey from all others. */
  withSuffix(briefId: string): string;
  /** Returns what the console of the page has shown as an error since the last call. The journey does not fail for it. */
  takeErrors(): Promise<string[]>;
}

let launched: Promise<Browser> | undefined;
let useCount = 0;

const browserTest = base.extend<
  Pick<Journey, 'browser' | 'withSuffix' | 'takeErrors'> & { errors: string[] }
>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
    async ({}, use) => {
      // Vitest calls this once for each kind of journey, and all of them share one browser.
      launched ??= launchChromium();
      useCount += 1;
      const browser = await launched;
      await use(browser);
      useCount -= 1;
      if (useCount === 0) await browser.close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  withSuffix: ({}, use) => use(createSuffix()),
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  errors: ({}, use) => use([]),
  takeErrors: ({ errors }, use) => use(async () => errors.splice(0)),
});

/** Creates a function that adds a random suffix to a brief id. */
export function createSuffix(): Journey['withSuffix'] {
  const suffix = crypto.randomUUID().slice(0, 8);
  return (briefId) => `${briefId}.${suffix}`;
}

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
      page: async ({ tab, errors, onTestFailed }, use) => {
        onTestFailed(tab.close);
        await usePage(await tab.open(), errors, use);
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

async function usePage(page: Page, errors: string[], use: (page: Page) => Promise<void>) {
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
