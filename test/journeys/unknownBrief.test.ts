import { expect, inject } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isFocused } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';

const notFound = 'Error: the page you are looking for does not exist.';

journey(
  'an unknown brief redirects to the index page, which replaces the failed URL',
  async ({ page, visit }) => {
    const origin = `${inject('hostUrl')}/mock/captcha/bframe`;
    await page.goto(origin);
    await visit('/3141592/nobody-knows-this/contact');
    const { heading, tryAgain } = feedbackPage(page);
    await expect.poll(() => heading.textContent()).toBe(notFound);
    expect(await tryAgain.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/app/subscriber-feedback/');
    expect(await page.title()).toBe('Page not found | Briefly');
    expect(await isFocused(heading)).toBe(true);

    await page.goBack();
    expect(page.url()).toBe(origin);
  },
);

journey(
  'Try again returns to the failed URL, including its query, and the focus moves to the heading',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('flaky-brief');
    const { heading, submit, tryAgain } = feedbackPage(page);
    await visit(`/3141592/${briefId}/contact?captcha=expired`);
    const failedAgain = page.waitForResponse('**/briefs/**');
    await tryAgain.click();
    await failedAgain;
    await tryAgain.click();
    await submit.waitFor();
    expect(page.url()).toContain(`/3141592/${briefId}/contact?captcha=expired`);
    expect(await heading.textContent()).toMatch(/^Feedback for/);
    expect(await isFocused(heading)).toBe(true);
  },
);

journey('Try again is still shown after a reload', async ({ page, visit }) => {
  await visit('/3141592/broken-brief/contact');
  const { tryAgain } = feedbackPage(page);
  await tryAgain.waitFor();
  await page.reload();
  await tryAgain.waitFor();
});

journey(
  'a second tap on Try again does not follow a link of the page that appears, a key does',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('flaky-brief');
    await visit(`/3141592/${briefId}/contact`);
    const { helpLinks, tryAgain } = feedbackPage(page);
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
          for (const [detail, pointerType] of [
            [1, 'touch'],
            [0, ''],
          ] as const) {
            const init = { bubbles: true, cancelable: true, detail, pointerType };
            link.dispatchEvent(new PointerEvent('click', init));
          }
          document.documentElement.dataset.cancelled = cancelled.join();
        });
      }).observe(document.body, { childList: true, subtree: true });
    });
    await tryAgain.click();
    await helpLinks.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.cancelled))
      .toBe('true,false');
  },
);

journey('the index page says that what was written is kept', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { fill, fieldValues, tryAgain } = feedbackPage(page);
  await fill(sampleMessage);
  await page.route('**/briefs/*', (route) => route.abort());
  await page.reload();
  await page.getByText('What you have written is kept.').waitFor();
  await page.unroute('**/briefs/*');
  await tryAgain.click();
  await expect.poll(fieldValues).toEqual(sampleMessage);
  await visit('/3141592/broken-brief/contact');
  await tryAgain.waitFor();
  expect(await page.getByText('What you have written is kept.').count()).toBe(0);
});
