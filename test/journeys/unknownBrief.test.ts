import { expect } from 'vitest';
import { sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey(
  'a second tap on Try again does not follow a link of the page that appears, a key does',
  async ({ page, feedback: { helpLinks, tryAgain }, open }) => {
    await open('flaky-brief');
    await tryAgain.click();
    await tryAgain.waitFor();
    // As soon as the link is there, whatever the machine does meanwhile.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const link = document.querySelector('[data-key=unsubscribe]');
        if (!link) return;
        observer.disconnect();
        const cancelled: boolean[] = [];
        link.addEventListener('click', (event) => {
          cancelled.push(event.defaultPrevented);
          event.preventDefault();
        });
        setTimeout(() => {
          for (const tap of [{ detail: 1, pointerType: 'touch' }, {}]) {
            const init = { bubbles: true, cancelable: true, ...tap };
            link.dispatchEvent(new PointerEvent('click', init));
          }
          document.body.title = cancelled.join();
        });
      }).observe(document.body, { childList: true, subtree: true });
    });
    await tryAgain.click();
    await helpLinks.waitFor();
    await expect.poll(() => page.evaluate(() => document.body.title)).toBe('true,false');
  },
);

journey(
  'the index page says that what was written is kept, and offers to try again, also after a reload, but not after a 404',
  async ({ page, feedback: { alerts, fill, fieldValues, tryAgain }, open, visit }) => {
    const kept = page.getByText('What you have written is kept.');
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.route('**/briefs/*', (route) => route.abort());
    await page.reload();
    await kept.waitFor();
    await page.unroute('**/briefs/*');
    await page.reload();
    await tryAgain.click();
    await expect.poll(fieldValues).toEqual(sampleMessage);
    await visit('/3141592/broken-brief/contact');
    await tryAgain.waitFor();
    expect(await kept.count()).toBe(0);
    await visit('/3141592/missing-brief/contact');
    await alerts.waitFor();
    expect(await tryAgain.count()).toBe(0);
    expect(await page.title()).toBe('Page not found | Briefly');
  },
);
