import type { Page, Route } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { createRandom } from '../../scripts/fuzz/random.ts';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { loadPage } from '../support/rollout/loadPage.ts';
import { startRollout } from '../support/rollout/startRollout.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

journey(
  'while two releases share the traffic of a random balancer, no page load is broken',
  async ({ browser }) => {
    // With this seed, the first load gets its script at the third attempt, the second at the first.
    const { url, close } = await startRollout(createRandom(6).pick);
    onTestFinished(close);
    const loads = [];
    for (let i = 0; i < 2; i++) loads.push(await loadPage(browser, url, 10_000));
    expect(loads.map(({ outcome }) => outcome)).toEqual(loads.map(() => 'ready'));
    const missing = loads.filter(({ missingCount }) => missingCount > 0);
    expect(missing.length, 'loads that requested a file from the wrong instance').toBeGreaterThan(
      0,
    );
  },
  longTestTimeoutMs,
);

journey(
  'a page whose script is missing retries it, reloads itself once and then shows an error',
  async ({ page, visit }) => {
    const requested = await watchRequests(page);
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }));
    await visit('/3141592/daily-harvest/contact');
    const alert = loadError(page);
    await alert.waitFor();
    expect(await alert.textContent()).toBe(
      'This page could not be loaded completely. Reload the page',
    );
    expect(await page.title()).toBe('This page did not load | Briefly');
    const attempts = ['script', '?1', '?2', '?3', '?4', '?5'];
    expect(requested).toEqual(['GET', ...attempts, 'HEAD', 'GET', ...attempts]);
    await page.unroute(/\/assets\//);
    await alert.getByRole('link', { name: 'Reload the page' }).click();
    await feedbackPage(page).submit.waitFor();
  },
);

journey('a page whose script is missing only once does not reload', async ({ page, visit }) => {
  const requested = await watchRequests(page);
  await routeFirstScript(page, (route) => route.fulfill({ status: 404 }));
  await visit('/3141592/daily-harvest/contact');
  await feedbackPage(page).submit.waitFor();
  expect(requested).toEqual(['GET', 'script', '?1']);
});

// Not the page of the journey, because Chromium logs an error for the hash that differs.
journey(
  'a script that was modified in transit is not run but loaded again',
  async ({ browser }) => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const requested = await watchRequests(page);
    await routeFirstScript(page, async (route) => {
      const response = await route.fetch();
      const body = `globalThis.isChanged = true;${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await page.goto(`${inject('hostUrl')}${basePath}/3141592/daily-harvest/contact`);
    await feedbackPage(page).submit.waitFor();
    expect(requested).toEqual(['GET', 'script', '?1']);
    expect(await page.evaluate('globalThis.isChanged')).toBeUndefined();
  },
);

journey(
  'a page does not reload while the host cannot be reached, and its layout stays',
  async ({ page, visit }) => {
    const requested = await watchRequests(page);
    await page.route(/\/assets\//, (route) => route.abort());
    await page.route(/contact$/, (route) =>
      route.request().method() === 'HEAD' ? route.abort() : route.continue(),
    );
    await visit('/3141592/daily-harvest/contact');
    const footer = page.getByRole('contentinfo');
    const before = await footer.boundingBox();
    await loadError(page).waitFor();
    expect(await footer.boundingBox()).toEqual(before);
    expect(await page.getByText('Loading...').count()).toBe(0);
    expect(requested.filter((request) => request === 'GET')).toHaveLength(1);
  },
);

const loadError = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'could not be loaded' });

/**
 * Routes the first request for the script. With Playwright's `times` option, interception ends while the
 * brief is being requested, and that request is sometimes never continued.
 */
async function routeFirstScript(page: Page, handler: (route: Route) => Promise<void>) {
  let isFirst = true;
  await page.route(/\/assets\//, (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return handler(route);
  });
}

/** Lists the requests for documents, by method, and for the script, by query. Shortens the backoff. */
async function watchRequests(page: Page): Promise<string[]> {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes('/assets/')) requested.push(search || 'script');
    else if (pathname.endsWith('/contact')) requested.push(request.method());
  });
  const script = await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    const shortened = (callback: () => void, delayMs: number, ...args: []) =>
      setTimeout(callback, delayMs < 10_000 ? delayMs / 50 : delayMs, ...args);
    Object.assign(globalThis, { setTimeout: shortened });
  });
  onTestFinished(() => script.dispose());
  return requested;
}
