import type { Page } from 'playwright-core';
import { boxOf } from './fixtures/boxOf.ts';
import { denyStorage } from './fixtures/denyStorage.ts';
import { expect } from './fixtures/expect.ts';
import { emptyMessage, holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey as base } from './fixtures/journey.ts';
import { openWithoutScript } from './fixtures/openWithoutScript.ts';
import { shortenDelays } from './fixtures/shortenDelays.ts';

const contactPath = '/3141592/daily-harvest/contact';
const loadError = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'could not be loaded' });
const store = (page: Page, messages: object) =>
  page.evaluate((value) => {
    sessionStorage.setItem('subscriber-feedback:messages:3141592/daily-harvest', value);
  }, JSON.stringify(messages));

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
      await addScript(shortenDelays);
      await use(requested);
    },
    { auto: true },
  ],
});

journey(
  'a page whose script is missing retries it, then shows an error and says whether a text is kept',
  async ({ addScript, page, feedback: { heading, restore }, requested, visit }) => {
    await page.route(/\/assets\//, (route) => route.fulfill({ status: 404 }));
    await visit(contactPath);
    await loadError(page).waitFor();
    await expect(loadError(page)).not.toContainText('Your text');
    const attempts = ['script', '?1', '?2', '?3'];
    expect(requested).toEqual(['GET', ...attempts]);
    expect(await page.evaluate('delays')).toEqual([500, 1000, 2000]);

    const release = await holdRequests(page, /\/briefs\//);
    await visit(contactPath);
    await loadError(page).waitFor();
    const arrived = page.waitForResponse(/\/briefs\//);
    release();
    await (await arrived).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(heading).toHaveText('This page did not load');
    await expect(page).toHaveTitle('This page did not load | Briefly');

    await store(page, { unsent: [{ fields: { subject: 'Kept' } }] });
    await visit(contactPath);
    await loadError(page).getByText('Your text is kept.').waitFor();
    await page.unroute(/\/assets\//);
    await loadError(page).getByRole('link', { name: 'Reload the page' }).click();
    await restore.waitFor();

    await page.route(/\/assets\//, (route) => route.abort());
    await addScript(denyStorage);
    await visit(contactPath);
    await loadError(page).waitFor();
    await expect(page.getByText('Loading...')).toHaveCount(0);
  },
);

/** Runs in the page. The texts that are printed in place of the fields. */
const readPrinted = (fields: Element[]) =>
  fields
    .filter((field) => getComputedStyle(field).display !== 'none')
    .map((field) => JSON.parse(getComputedStyle(field, '::after').content.replace('\\a ', '\\n')));

journey.for([
  'while the script is loading',
  'before, and its brief fails',
  'before, when the browser ended while it was sent',
])(
  'a page without its script shows and prints what was written %s, read-only',
  async (when, { page, feedback, visit }) => {
    const { fill, fieldValues, liveForm, message, subject, submit } = feedback;
    if (when !== 'while the script is loading') {
      await visit(contactPath);
      await fill(sampleMessage);
    }
    if (when.endsWith('sent')) {
      await fill(emptyMessage);
      await store(page, { status: { kind: 'sending', submitted: sampleMessage } });
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
    for (const field of [subject, message]) {
      await expect(field).toHaveAttribute('readonly', '');
    }
    await expect(submit).toBeDisabled();
    await expect(page.getByText('loading')).toHaveCount(0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.field').evaluateAll(readPrinted)).toEqual(
      Object.values(sampleMessage),
    );
    await page.emulateMedia({ media: null });
    await page.unrouteAll();
    await loadError(page).getByRole('link', { name: 'Reload the page' }).click();
    await liveForm.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey(
  'the error stands above the form, in view and over no text, or below the text of the index page',
  async ({ page, feedback: { fill, form, helpLinks, message }, visit }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await page.route(/\/assets\//, (route) => route.abort());
    const release = await openWithoutScript(page);
    await fill(sampleMessage);
    await message.press('End');
    release();
    await loadError(page).waitFor();
    const { y, bottom } = await boxOf(loadError(page));
    expect(y).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(640);
    expect(y).toBeGreaterThan((await boxOf(helpLinks)).bottom);
    expect(bottom).toBeLessThan((await boxOf(form)).y);
    await visit('/');
    await loadError(page).waitFor();
    const link = await boxOf(page.getByRole('link', { name: 'Go to Briefly' }));
    expect(link.y).toBeGreaterThan((await boxOf(loadError(page))).bottom);
  },
);

journey(
  'a page without its script says that a text is not kept if the storage is full',
  async ({ page, feedback: { fill, fieldValues, message }, takeErrors, visit }) => {
    await page.route(/\/assets\//, async (route) => {
      if (route.request().url().endsWith('?1')) {
        await page.evaluate(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        });
        await fill(sampleMessage);
      }
      await route.abort();
    });
    await visit(contactPath);
    await loadError(page).getByText('Your browser will not keep your text.').waitFor();
    await expect(loadError(page)).not.toContainText('Your text is kept');
    expect(await fieldValues()).toEqual(sampleMessage);
    await expect(message).toHaveAttribute('readonly', '');
    // The browser logs an error for each change.
    await takeErrors();
  },
);

journey(
  'a script that was modified in transit is loaded again',
  async ({ page, feedback: { liveForm }, requested, takeErrors, visit }) => {
    // With Playwright's `times` option, the request for the brief is sometimes never continued.
    let isFirst = true;
    await page.route(/\/assets\//, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const response = await route.fetch();
      const body = `globalThis.isChanged = true;${await response.text()}`;
      return route.fulfill({ response, body });
    });
    await visit(contactPath);
    await liveForm.waitFor();
    expect(requested).toEqual(['GET', 'script', '?1']);
    expect(await page.evaluate('globalThis.isChanged')).toBeUndefined();
    expect(await takeErrors()).toEqual([expect.stringContaining('integrity')]);
  },
);
