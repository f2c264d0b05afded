import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

journey(
  'the heading is "Loading..." without sections, then the name of the brief, which is announced',
  async ({ page, feedback: { heading, helpLinks, submit }, visit }) => {
    const release = await holdRequests(page, '**/briefs/*');
    await visit('/3141592/daily-harvest/contact');
    await expect(heading).toHaveText('Loading...');
    await expect(page.locator('main section')).toHaveCount(0);
    release();
    await submit.waitFor();
    expect(await visibilityOf(helpLinks)).toBe('visible');
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
    await expect(page).toHaveTitle('Feedback for The Daily Harvest | Briefly');
    await page
      .getByRole('status')
      .filter({ hasText: 'The page has loaded.' })
      .waitFor({ state: 'attached' });
  },
);

/** Runs in a page before its scripts. Counts what the API client requests for a brief; it may have been sent already. */
function countCalls(): void {
  const counted = { calls: 0 };
  Object.assign(globalThis, {
    counted,
    Request: class extends Request {
      constructor(url: string, init?: RequestInit) {
        super(url, init);
        if (url.includes('/briefs/')) counted.calls += 1;
      }
    },
  });
}

journey(
  'the API client takes the brief from the response to the only request, after the page shows it',
  async ({ addScript, page, feedback: { heading, liveForm, subject }, open }) => {
    await addScript(countCalls);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const calls = () => page.evaluate<number>('counted.calls');
    const release = await holdRequests(page, /\/assets\//);
    const opened = open('daily-harvest');
    await subject.waitFor();
    expect(await calls()).toBe(0);
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
    await expect.poll(calls).toBe(1);
    expect(await page.evaluate(() => headings)).toEqual([]);
    expect(requests.filter((url) => url.includes('/briefs/'))).toHaveLength(1);
  },
);

declare global {
  var headings: string[];
}

/** Runs in a page before its scripts. Lets a journey decide when a request times out. */
function controlTimeouts(): void {
  const controller = new AbortController();
  Object.assign(globalThis, { timeOut: () => controller.abort() });
  AbortSignal.timeout = () => controller.signal;
}

journey(
  'a script that arrives after the timeout of the brief reads the brief that the page shows',
  async ({ addScript, page, feedback: { alerts, heading, liveForm, subject }, open }) => {
    await addScript(controlTimeouts);
    const release = await holdRequests(page, /\/assets\//);
    const opened = open('daily-harvest');
    await subject.waitFor();
    await page.evaluate('timeOut()');
    release();
    await opened;
    await liveForm.waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
    await expect(alerts).toHaveText([]);
  },
);

journey(
  'a call for the brief that fails once the page shows it leaves the page as it is',
  async ({ page, feedback: { heading, liveForm, fill, fieldValues, subject }, open }) => {
    const release = await holdRequests(page, /\/assets\//);
    const opened = open('daily-harvest');
    await subject.waitFor();
    await page.evaluate(() => {
      globalThis.Request = function fail() {
        throw new TypeError('Failed to create a request');
      } as never;
    });
    release();
    await opened;
    await liveForm.waitFor();
    await fill(sampleMessage);
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey(
  'the special subscriber sees the form but no help links',
  async ({ feedback: { submit, helpLinks }, visit }) => {
    await visit('/0feedbac-0000-4000-8000-00000000abcd/daily-harvest/contact');
    await submit.waitFor();
    await expect(helpLinks).toHaveCount(0);
  },
);
