import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { clientDirectory } from '../../scripts/build/paths.ts';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import type { Variant } from '../../server/page/encodings.ts';
import { startHost } from '../../server/startHost.ts';
import { feedbackPage, holdRequests, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isolatedJourney, journey } from '../support/browser/journey.ts';
import { testConfig, unreachableUrl } from '../support/host/testConfig.ts';

journey(
  'while two releases share the traffic, a page loads whose first request for the script reaches the other one',
  async ({ page }) => {
    const { previous, next } = await startReleases();
    const requested = await watchRequests(page);
    await page.route('**/rest/**', (route) =>
      route.fulfill({ json: { name: 'daily', fullName: 'The Daily' } }),
    );
    for (const [url, otherUrl] of [
      [next, previous],
      [previous, next],
    ] as const) {
      await routeFirstScript(page, async (route) => {
        const path = new URL(route.request().url()).pathname;
        await route.fulfill({ response: await route.fetch({ url: otherUrl + path }) });
      });
      await page.goto(`${url}${basePath}/3141592/daily/contact`);
      await feedbackPage(page).liveForm.waitFor();
    }
    const [retried, foundAtOnce] = [
      ['GET', 'script', '?1'],
      ['GET', 'script'],
    ];
    expect(requested).toEqual([...retried, ...foundAtOnce]);
  },
);

/** Starts hosts of two releases of the client, of which the next one has the script of the previous one, too. */
async function startReleases() {
  const files = loadClientFiles(clientDirectory);
  const { script, document, assets } = files;
  const nextScript = script.replace('.js', '-next.js');
  const nextFiles = {
    script: nextScript,
    document: { ...document, loader: document.loader.replace(script, nextScript) },
    assets: new Map(assets).set(nextScript, assets.get(script) as readonly Variant[]),
  };
  const config = testConfig(unreachableUrl);
  const previous = await startHost(config, files);
  const next = await startHost(config, nextFiles);
  onTestFinished(async () => void (await Promise.all([previous.close(), next.close()])));
  return { previous: previous.url, next: next.url };
}

journey(
  'a page whose script is missing retries it and then shows an error',
  async ({ page, visit }) => {
    const requested = await watchRequests(page);
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }));
    await visit('/3141592/daily-harvest/contact');
    await loadError(page).waitFor();
    expect(await loadError(page).textContent()).not.toContain('Your text');
    const attempts = ['script', '?1', '?2', '?3', '?4', '?5'];
    expect(requested).toEqual(['GET', ...attempts]);
    await page.unroute(/\/assets\//);
    await loadError(page).getByRole('link', { name: 'Reload the page' }).click();
    await feedbackPage(page).liveForm.waitFor();
  },
);

journey.for(['while the script is loading', 'before the page was reloaded'])(
  'a page without its script keeps what was written %s, read-only',
  async (when, { page, visit }) => {
    const { fill, fieldValues, liveForm, message, subject, submit } = feedbackPage(page);
    if (when === 'before the page was reloaded') {
      await visit('/3141592/daily-harvest/contact');
      await fill(sampleMessage);
    }
    await watchRequests(page);
    await page.route(/\/assets\//, async (route) => {
      const isRetry = route.request().url().endsWith('?1');
      if (isRetry && when === 'while the script is loading') await fill(sampleMessage);
      await route.fulfill({ status: 404 });
    });
    await visit('/3141592/daily-harvest/contact');
    await loadError(page).getByText('Your text is kept.').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await subject.isEditable()).toBe(false);
    expect(await message.isEditable()).toBe(false);
    expect(await submit.isDisabled()).toBe(true);
    expect(await page.getByText('loading').count()).toBe(0);
    await page.unroute(/\/assets\//);
    await loadError(page).getByRole('link', { name: 'Reload the page' }).click();
    await liveForm.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey(
  'a page with neither its script nor its brief shows what was written before',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { fill, fieldValues, message } = feedbackPage(page);
    await fill(sampleMessage);
    await watchRequests(page);
    await page.route(/\/assets\//, (route) => route.abort());
    await page.route(/\/briefs\//, (route) => route.abort());
    await visit('/3141592/daily-harvest/contact');
    await loadError(page).getByText('Your text is kept.').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await message.isEditable()).toBe(false);
    expect(await page.title()).toBe('This page did not load | Briefly');
  },
);

isolatedJourney(
  'a page whose script is missing shows an error although the browser denies storage',
  async ({ page, visit }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await watchRequests(page);
    await page.route(/\/assets\//, (route) => route.abort());
    await visit('/3141592/daily-harvest/contact');
    await loadError(page).waitFor();
    expect(await page.getByText('Loading...').count()).toBe(0);
  },
);

journey(
  'a script that was modified in transit is not run but loaded again',
  async ({ page, visit }) => {
    // Chromium logs an error for the hash that differs.
    page.removeAllListeners('console');
    const requested = await watchRequests(page);
    await routeFirstScript(page, async (route) => {
      const response = await route.fetch();
      const body = `globalThis.isChanged = true;${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await visit('/3141592/daily-harvest/contact');
    await feedbackPage(page).liveForm.waitFor();
    expect(requested).toEqual(['GET', 'script', '?1']);
    expect(await page.evaluate('globalThis.isChanged')).toBeUndefined();
  },
);

journey('the layout of a page without its script and its brief stays', async ({ page, visit }) => {
  await watchRequests(page);
  await page.route(/\/assets\//, (route) => route.abort());
  await holdRequests(page, '**/briefs/*');
  await visit('/3141592/daily-harvest/contact');
  const footer = page.getByRole('contentinfo');
  const before = await footer.boundingBox();
  await loadError(page).waitFor();
  expect(await footer.boundingBox()).toEqual(before);
  expect(await page.getByText('Loading...').count()).toBe(0);
});

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
