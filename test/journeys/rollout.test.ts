import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { clientDirectory } from '../../scripts/build/paths.ts';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import { startHost } from '../../server/startHost.ts';
import { denyStorage } from '../support/browser/denyStorage.ts';
import { holdRequests, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey as base } from '../support/browser/journey.ts';
import { testConfig, unreachableUrl } from '../support/host/testConfig.ts';

const contactPath = '/3141592/daily-harvest/contact';
const loadError = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'could not be loaded' });

/** `requested` lists the requests for documents, by method, and for the script, by query. */
const journey = base.extend<{ requested: string[] }>({
  requested: [
    async ({ addScript, page }, use) => {
      const requested: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.includes('/assets/')) requested.push(search || 'script');
        else if (pathname.endsWith('/contact')) requested.push(request.method());
      });
      // Shortens the time between the attempts.
      await addScript(() => {
        const { setTimeout } = globalThis;
        const shortened = (callback: () => void, delayMs: number, ...args: []) =>
          setTimeout(callback, delayMs < 10_000 ? delayMs / 50 : delayMs, ...args);
        Object.assign(globalThis, { setTimeout: shortened });
      });
      await use(requested);
    },
    { auto: true },
  ],
});

journey(
  'while two releases share the traffic, a page loads whose first request for the script reaches the other one',
  async ({ page, feedback: { liveForm }, requested }) => {
    const files = loadClientFiles(clientDirectory);
    const { script, document, assets } = files;
    const nextScript = script.replace('.js', '-next.js');
    const nextAssets = new Map([...assets, [nextScript, assets.get(script) ?? []]]);
    const nextDocument = { ...document, loader: document.loader.replace(script, nextScript) };
    const config = testConfig(unreachableUrl);
    const previous = await startHost(config, files);
    onTestFinished(previous.close);
    const next = await startHost(config, {
      script: nextScript,
      document: nextDocument,
      assets: nextAssets,
    });
    onTestFinished(next.close);
    await page.route('**/rest/**', (route) =>
      route.fulfill({ json: { name: 'a', fullName: 'A' } }),
    );
    await routeFirstScript(page, async (route) => {
      const url = previous.url + new URL(route.request().url()).pathname;
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto(next.url + basePath + contactPath);
    await liveForm.waitFor();
    expect(requested).toEqual(['GET', 'script', '?1']);
  },
);

journey(
  'a page whose script is missing retries it and then shows an error, also if the browser denies storage',
  async ({ addScript, page, feedback: { liveForm }, requested, visit }) => {
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }));
    await visit(contactPath);
    await loadError(page).waitFor();
    expect(await loadError(page).textContent()).not.toContain('Your text');
    const attempts = ['script', '?1', '?2', '?3', '?4', '?5'];
    expect(requested).toEqual(['GET', ...attempts]);
    await page.unroute(/\/assets\//);
    await loadError(page).getByRole('link', { name: 'Reload the page' }).click();
    await liveForm.waitFor();

    await page.route(/\/assets\//, (route) => route.abort());
    await addScript(denyStorage);
    await visit(contactPath);
    await loadError(page).waitFor();
    expect(await page.getByText('Loading...').count()).toBe(0);
  },
);

journey.for(['while the script is loading', 'before', 'before, and its brief fails'])(
  'a page without its script shows what was written %s, read-only',
  async (when, { page, feedback, visit }) => {
    const { fill, fieldValues, liveForm, message, subject, submit } = feedback;
    if (when !== 'while the script is loading') {
      await visit(contactPath);
      await fill(sampleMessage);
    }
    await page.route(/\/assets\//, async (route) => {
      const isRetry = route.request().url().endsWith('?1');
      if (isRetry && when === 'while the script is loading') await fill(sampleMessage);
      await route.fulfill({ status: 404 });
    });
    if (when === 'before, and its brief fails') {
      await page.route(/\/briefs\//, (route) => route.abort());
    }
    await visit(contactPath);
    await loadError(page).getByText('Your text is kept.').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await subject.isEditable()).toBe(false);
    expect(await message.isEditable()).toBe(false);
    expect(await submit.isDisabled()).toBe(true);
    expect(await page.getByText('loading').count()).toBe(0);
    await page.unrouteAll();
    await loadError(page).getByRole('link', { name: 'Reload the page' }).click();
    await liveForm.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey(
  'a script that was modified in transit is not run but loaded again',
  async ({ page, feedback: { liveForm }, requested, takeErrors, visit }) => {
    await routeFirstScript(page, async (route) => {
      const response = await route.fetch();
      const body = `globalThis.isChanged = true;${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await visit(contactPath);
    await liveForm.waitFor();
    expect(requested).toEqual(['GET', 'script', '?1']);
    expect(await page.evaluate('globalThis.isChanged')).toBeUndefined();
    expect(await takeErrors()).toEqual([expect.stringContaining('integrity')]);
  },
);

journey('the layout of a page without its script and its brief stays', async ({ page, visit }) => {
  await page.route(/\/assets\//, (route) => route.abort());
  await holdRequests(page, '**/briefs/*');
  await visit(contactPath);
  const footer = page.getByRole('contentinfo');
  const before = await footer.boundingBox();
  await loadError(page).waitFor();
  expect(await footer.boundingBox()).toEqual(before);
});

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
