import { expect, inject } from 'vitest';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
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
