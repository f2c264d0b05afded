import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { holdRequests, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

/** What has followed the link, after `clickLinkAtOnce`. */
const followedBy = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { followedBy?: string[] }).followedBy);

/** Runs in the page. Taps a link as soon as it is there, whatever the machine does meanwhile, and then presses a key. */
function clickLinkAtOnce(): void {
  new MutationObserver((_, observer) => {
    const link = document.querySelector<HTMLElement>('[data-key=unsubscribe]');
    if (!link) return;
    observer.disconnect();
    const followedBy: string[] = [];
    Object.assign(globalThis, { followedBy });
    link.addEventListener('click', (event) => {
      if (!event.defaultPrevented) followedBy.push(event.detail > 0 ? 'a tap' : 'a key');
      event.preventDefault();
    });
    setTimeout(() => {
      for (const click of [{ detail: 1, pointerType: 'touch' }, {}]) {
        const init = { bubbles: true, cancelable: true, ...click };
        link.dispatchEvent(new PointerEvent('click', init));
      }
    });
  }).observe(document.body, { childList: true, subtree: true });
}

journey(
  'a second tap on Try again does not follow a link of the page that appears, a key does',
  async ({ page, feedback: { helpLinks, tryAgain }, open }) => {
    await open('flaky-brief');
    await tryAgain.click();
    await tryAgain.waitFor();
    await page.evaluate(clickLinkAtOnce);
    await tryAgain.click();
    await helpLinks.waitFor();
    await expect.poll(() => followedBy(page)).toEqual(['a key']);
  },
);

journey(
  'a link works as soon as it appears on a page that has replaced no other',
  async ({ page, feedback: { helpLinks, liveForm }, open }) => {
    const release = await holdRequests(page, '**/briefs/*');
    await open('daily-harvest');
    await page.locator('body:not(:has(template))').waitFor();
    await page.evaluate(clickLinkAtOnce);
    release();
    await helpLinks.waitFor();
    await expect.poll(() => followedBy(page)).toEqual(['a tap', 'a key']);
    await liveForm.waitFor();
  },
);

journey.for([
  [500, 1],
  [404, 0],
] as const)(
  'after a brief with status %i, the index page shows what was written, to be copied',
  async ([status, count], { page, feedback, open }) => {
    const { fieldValues, fill, main, message, tryAgain, written } = feedback;
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.fulfill({ status, json: {} }));
    for (let visit = 1; visit <= 2; visit++) {
      await page.reload();
      await written.getByText('It is kept in this tab only.').waitFor();
      expect(await fieldValues()).toEqual(sampleMessage);
      expect(await message.getAttribute('readonly')).toBe('');
      expect(await tryAgain.count(), 'links to try again').toBe(count);
    }
    expect(await main.textContent()).not.toContain('open the link');
  },
);

journey(
  'the index page offers to try again, which leads to what was written, but not after a 404',
  async ({
    page,
    feedback: { alerts, fill, fieldValues, liveForm, tryAgain, written },
    open,
    visit,
  }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.abort());
    await page.reload();
    await page.getByText('We could not reach your newsletter just now.').waitFor();
    await page.unroute('**/briefs/*');
    await page.reload();
    await tryAgain.click();
    await liveForm.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await visit('/3141592/broken-brief/contact');
    await tryAgain.waitFor();
    expect(await written.count()).toBe(0);
    await visit('/3141592/missing-brief/contact');
    await alerts.waitFor();
    expect(await tryAgain.count()).toBe(0);
    expect(await page.title()).toBe('Page not found | Briefly');
  },
);
