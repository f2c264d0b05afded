import { expect } from 'vitest';
import { holdRequests, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

journey(
  'the heading is "Loading..." without sections, then the name of the brief, which is announced',
  async ({ page, feedback: { heading, helpLinks, submit }, visit }) => {
    const release = await holdRequests(page, '**/briefs/*');
    await visit('/3141592/daily-harvest/contact');
    expect(await heading.textContent()).toBe('Loading...');
    expect(await page.locator('main section').count()).toBe(0);
    release();
    await submit.waitFor();
    expect(await visibilityOf(helpLinks)).toBe('visible');
    expect(await heading.textContent()).toBe('Feedback for The Daily Harvest');
    expect(await page.title()).toBe('Feedback for The Daily Harvest | Briefly');
    await page
      .getByRole('status')
      .filter({ hasText: 'The page has loaded.' })
      .waitFor({ state: 'attached' });
  },
);

/** Runs in a page before its scripts. Counts how often the text of a response is read, besides that of its copies. */
function countReads(): void {
  const { text } = Response.prototype;
  Object.assign(globalThis, { reads: 0 });
  Response.prototype.text = function read() {
    if (this.url.includes('/briefs/')) (globalThis as unknown as { reads: number }).reads += 1;
    return text.call(this);
  };
}

journey(
  'the API client reads the brief once, from the response to the only request, after the page shows it',
  async ({ addScript, page, feedback: { heading, liveForm, subject }, open }) => {
    await addScript(countReads);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const reads = () => page.evaluate(() => (globalThis as unknown as { reads: number }).reads);
    const release = await holdRequests(page, /\/assets\//);
    const opened = open('daily-harvest');
    await subject.waitFor();
    expect(await reads()).toBe(0);
    await heading.evaluate((element) => {
      Object.assign(globalThis, { headings: [] });
      new MutationObserver(() => headings.push(element.textContent ?? '')).observe(element, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    release();
    await opened;
    await liveForm.waitFor();
    await expect.poll(reads).toBe(1);
    expect(await page.evaluate(() => headings)).toEqual([]);
    expect(requests.filter((url) => url.includes('/briefs/'))).toHaveLength(1);
  },
);

declare global {
  var headings: string[];
}

journey(
  'a brief that can no longer be read once the page shows it leaves the page as it is',
  async ({ page, feedback: { alert, heading, liveForm, fill, fieldValues, subject }, open }) => {
    const release = await holdRequests(page, /\/assets\//);
    const opened = open('daily-harvest');
    await subject.waitFor();
    await page.evaluate(() => {
      Response.prototype.text = () => Promise.reject(new TypeError('Failed to read'));
    });
    release();
    await opened;
    await liveForm.waitFor();
    await alert('Error: getBrief failed with status FETCH_ERROR').waitFor();
    await fill(sampleMessage);
    expect(await heading.textContent()).toBe('Feedback for The Daily Harvest');
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey.for(['0feedbac-0000-4000-8000-00000000abcd', '{0FEEDBAC-0000-4000-8000-00000000ABCD}'])(
  'the special subscriber, in any case and in braces, sees the form but no help links: %s',
  async (id, { feedback: { submit, helpLinks }, visit }) => {
    await visit(`/${id}/daily-harvest/contact`);
    await submit.waitFor();
    expect(await helpLinks.count()).toBe(0);
  },
);

journey('a request to another site does not contain the subscriber id', async ({ page, visit }) => {
  const requests: object[] = [];
  await page.route(/^https:/, async (route) => {
    requests.push({ url: route.request().url(), ...(await route.request().allHeaders()) });
    await route.fulfill({ body: 'another site' });
  });
  await visit('/personal-id/daily-harvest/contact');
  await page.getByRole('link', { name: 'About us' }).click();
  await page.waitForURL('https://www.example.com/about-us');
  expect(requests).toHaveLength(1);
  expect(JSON.stringify(requests)).not.toContain('personal-id');
});
