import type { Page } from 'playwright-core';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';

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
      const { pointerType, detail } = event as PointerEvent;
      const source = pointerType || (detail > 0 ? 'a reader' : 'a key');
      if (!event.defaultPrevented) followedBy.push(source);
      event.preventDefault();
    });
    setTimeout(() => {
      // An assistive technology counts its click, but has no pointer.
      for (const click of [{ detail: 1, pointerType: 'touch' }, { detail: 1 }, {}]) {
        const init = { bubbles: true, cancelable: true, ...click };
        link.dispatchEvent(new PointerEvent('click', init));
      }
    });
  }).observe(document.body, { childList: true, subtree: true });
}

journey(
  'a second tap on Try again does not follow a link of the page that appears, a screen reader does',
  async ({ page, feedback: { helpLinks, tryAgain }, open }) => {
    await open('flaky-brief');
    await tryAgain.click();
    await tryAgain.waitFor();
    await page.evaluate(clickLinkAtOnce);
    await tryAgain.click();
    await helpLinks.waitFor();
    await expect.poll(() => followedBy(page)).toEqual(['a reader', 'a key']);
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
    await expect.poll(() => followedBy(page)).toEqual(['touch', 'a reader', 'a key']);
    await liveForm.waitFor();
  },
);

journey.for([
  [500, 'We could not reach your newsletter just now.'],
  [404, 'There is no newsletter at this address.'],
] as const)(
  'after a brief with status %i, the index page shows what was written, to be copied',
  async ([status, reason], { page, feedback, open }) => {
    const { fieldValues, fill, main, message, tryAgain, written } = feedback;
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.fulfill({ status, json: {} }));
    await page.reload();
    await page.reload();
    await written.getByText('It is kept in this tab only.').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await expect(message).toHaveAttribute('readonly', '');
    await main.getByText(reason).waitFor();
    await expect(page).toHaveTitle('Page not found | Briefly');
    await expect(tryAgain, 'links to try again').toHaveCount(status === 404 ? 0 : 1);
  },
);

journey.for([375, 1280])(
  'what was written takes the whole width below its heading at %i px',
  async (width, { page, feedback: { fill, subject, written }, open }) => {
    await page.setViewportSize({ width, height: 900 });
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    const sentence = await boxOf(written.getByText('It is kept in this tab only.'));
    const [field, section] = [await boxOf(subject), await boxOf(written)];
    expect(field.y).toBeGreaterThan(sentence.bottom);
    expect([field.x, field.right]).toEqual([section.x, section.right]);
  },
);

journey(
  'Try again leads to what was written',
  async ({ page, feedback: { fill, fieldValues, liveForm, tryAgain, written }, open }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.abort());
    await page.reload();
    await written.waitFor();
    await page.unroute('**/briefs/*');
    await tryAgain.click();
    await liveForm.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey.for(['toString', '__proto__'])(
  'the id %s, which an object has already, is one like any other',
  async (id, { page, feedback, visit }) => {
    const { alert, heading, helpLinks, subject } = feedback;
    let response: object = { json: { name: 'rye', fullName: 'Rye' } };
    await page.route('**/briefs/*', (route) => route.fulfill(response));
    const release = await holdRequests(page, '**/briefs/*');
    await visit(`/3141592/${id}/contact`);
    await page.locator('body:not(:has(template))').waitFor();
    await expect(heading).toHaveText('Loading...');
    release();
    await subject.waitFor();
    await expect(heading).toHaveText('Feedback for Rye');
    await expect(helpLinks.locator('[data-key=resubscribe]')).toHaveAttribute('href', /rye/);

    response = { status: 404, json: {} };
    await page.reload();
    await alert('Error: getBrief failed with status 404').waitFor();
    await heading.filter({ hasText: 'does not exist' }).waitFor();
  },
);
