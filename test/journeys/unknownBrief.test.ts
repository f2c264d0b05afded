import { expect } from 'vitest';
import { feedbackPage } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

const notFound = 'Error: the page you are looking for does not exist.';

journey(
  'an unknown brief leads to the index page, in place of the address that failed',
  async ({ page, visit }) => {
    await page.goto('about:blank');
    await visit('/3141592/nobody-knows-this/contact');
    const { heading } = feedbackPage(page);
    await expect.poll(() => heading.textContent()).toBe(notFound);
    expect(new URL(page.url()).pathname).toBe('/app/subscriber-feedback/');
    expect(await page.title()).toBe('Page not found | Briefly');
    expect(await heading.evaluate((it) => it === document.activeElement)).toBe(true);

    await page.goBack();
    expect(page.url()).toBe('about:blank');
  },
);

journey(
  'trying again goes back to the address that failed, query and all',
  async ({ page, visit, keep }) => {
    const briefId = keep('flaky-brief');
    const form = feedbackPage(page);
    await visit(`/3141592/${briefId}/contact?captcha=expired`);
    const tryAgain = page.getByRole('link', { name: 'Try again' });
    const failedAgain = page.waitForResponse('**/briefs/**');
    await tryAgain.click();
    await failedAgain;
    await tryAgain.click();
    await form.submit.waitFor();
    expect(page.url()).toContain(`/3141592/${briefId}/contact?captcha=expired`);
  },
);

journey('the offer to try again is still there after a reload', async ({ page, visit }) => {
  await visit('/3141592/nobody-knows-this/contact');
  const tryAgain = page.getByRole('link', { name: 'Try again' });
  await tryAgain.waitFor();
  await page.reload();
  await tryAgain.waitFor();
});

journey(
  'the index page itself has nothing to try again, and leads to the main site',
  async ({ page, visit }) => {
    await visit('/');
    await expect.poll(() => feedbackPage(page).heading.textContent()).toBe(notFound);
    expect(await page.getByRole('link', { name: 'Try again' }).count()).toBe(0);
    const onward = page.getByRole('link', { name: 'Go to Briefly' });
    expect(await onward.getAttribute('href')).toBe('https://www.example.com/');
  },
);
