import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import { launchOptions } from '../../../scripts/command/findChromium.ts';
import { conditionTimeoutMs } from '../timeouts.ts';
import { type FeedbackPage, feedbackPage } from './feedbackPage.ts';
import { keepAlerts } from './openState.ts';

export interface Journey {
  browser: Browser;
  context: BrowserContext;
  page: Page;
  feedback: FeedbackPage;
  /** Navigates to a path below the base path. */
  visit(path: string): Promise<void>;
  /**
   * Navigates to the page of a brief that no other journey visits.
   * @returns the brief's id, with a suffix
   */
  open(name: string, query?: string, subscriberId?: string): Promise<string>;
  /** Runs a script before those of each page that the journey loads from now on. */
  addScript(script: () => void): Promise<void>;
  /** Returns what the console of the page has shown as an error since the last call. The journey does not fail for it. */
  takeErrors(): Promise<string[]>;
}

/**
 * The browser of this worker, of which each kind of journeys has a fixture. One that all workers share costs more, for
 * the messages in between.
 */
let launched: Promise<Browser> | undefined;

/** @param prepare is called with the context of the tab that these journeys share */
const createJourney = (prepare = async (_context: BrowserContext) => {}) =>
  base
    .extend<{ browser: Browser; tab: { page?: Page } }>({
      browser: [
        // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
        async ({}, use) => {
          launched ??= chromium.launch(launchOptions());
          const browser = await launched;
          await use(browser);
          await browser.close();
        },
        { scope: 'worker' },
      ],
      // biome-ignore lint/correctness/noEmptyPattern: as above
      tab: [({}, use) => use({}), { scope: 'worker' }],
    })
    .extend<Omit<Journey, 'browser'> & { errors: string[] }>({
      // biome-ignore lint/correctness/noEmptyPattern: as above
      errors: ({}, use) => use([]),
      takeErrors: ({ errors }, use) => use(async () => errors.splice(0)),
      page: async ({ browser, tab, errors, onTestFailed }, use) => {
        onTestFailed(async () => {
          await tab.page?.context().close();
          delete tab.page;
        });
        if (tab.page) await resetTab(tab.page);
        tab.page ??= await openTab(browser, prepare);
        tab.page.on('pageerror', (error) => errors.push(String(error)));
        tab.page.on('console', (message) => {
          if (message.type() === 'error' && !isFailedRequest(message.text())) {
            errors.push(message.text());
          }
        });
        await use(tab.page);
        tab.page.removeAllListeners();
        expect(errors, 'errors in the console of the page').toEqual([]);
      },
      context: ({ page }, use) => use(page.context()),
      feedback: ({ page }, use) => use(feedbackPage(page)),
      visit: ({ page }, use) =>
        use(async (path) => void (await page.goto(`${inject('hostUrl')}${basePath}${path}`))),
      open: ({ visit }, use) => use(createOpen(visit)),
      addScript: async ({ page }, use) => {
        const scripts: { dispose(): Promise<void> }[] = [];
        await use(async (script) => void scripts.push(await page.addInitScript(script)));
        for (const script of scripts) await script.dispose();
      },
    });

/** Creates the function that opens a brief, with a suffix of its own. */
export function createOpen(visit: Journey['visit']): Journey['open'] {
  const suffix = crypto.randomUUID().slice(0, 8);
  return async (name, query = '', subscriberId = '3141592') => {
    const briefId = `${name}.${suffix}`;
    await visit(`/${subscriberId}/${briefId}/contact${query}`);
    return briefId;
  };
}

/**
 * A test in a real browser against the running stack. It fails if the page logs an error. All journeys of a
 * worker share one tab, because a new one costs as much as three page loads. What a journey leaves in it is
 * removed before the next. A journey that fails closes the tab.
 */
export const journey = createJourney();

/** A journey with a fake clock, in another tab. */
export const clockJourney = createJourney((context) => context.clock.install());

/** Chromium logs every 4xx and 5xx response as an error, and many journeys provoke one. */
function isFailedRequest(text: string): boolean {
  return text.startsWith('Failed to load resource');
}

const viewport = { width: 1280, height: 800 };
/** No journey waits for an animation, and the browser would draw each of its frames. */
const reducedMotion = 'reduce';

async function openTab(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ viewport, reducedMotion });
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
  await page.unrouteAll();
  await page.context().setOffline(false);
  await page.context().clearPermissions();
  await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    reducedMotion,
    forcedColors: null,
  });
  await page.mouse.move(0, 0);
  await page.evaluate((name) => {
    window.name = name;
    // The next page may be of another origin.
    try {
      sessionStorage.clear();
      localStorage.clear();
    } catch {
      // A sandboxed page has no storage.
    }
    // A visit to the same URL would be a reload, which keeps the state of the history entry.
    if (location.protocol === 'http:') history.pushState(null, '', '?left');
  }, abandoned);
}
