import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isolatedJourney } from '../support/browser/journey.ts';

isolatedJourney(
  'a rendering error is announced between header and footer, and a reload restores the page and the draft',
  async ({ page, context, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const address = page.url();

    // The journey's own page must not log errors, but this one does.
    const failingPage = await context.newPage();
    await failingPage.goto(address);
    await feedbackPage(failingPage).fill(sampleMessage);
    await failingPage.evaluate(() => sessionStorage.setItem('breaks', 'yes'));
    await failingPage.addInitScript(() => {
      const encode = window.encodeURIComponent;
      window.encodeURIComponent = (text) => {
        if (text === 'feedback-page' && sessionStorage.getItem('breaks')) throw new Error('broken');
        return encode(text);
      };
    });
    await failingPage.reload();
    const message = failingPage.getByRole('alert').filter({ hasText: 'This page has stopped' });
    await message.getByRole('heading', { level: 1 }).waitFor();
    expect(await failingPage.title()).toBe('This page has stopped working | Briefly');
    expect(await failingPage.getByRole('banner').isVisible()).toBe(true);
    expect(await failingPage.getByRole('contentinfo').isVisible()).toBe(true);
    expect(await failingPage.getByRole('main').count()).toBe(1);
    expect(await failingPage.locator('body').textContent()).not.toContain('broken');

    await failingPage.evaluate(() => sessionStorage.removeItem('breaks'));
    await failingPage.getByRole('button', { name: 'Reload' }).click();
    await feedbackPage(failingPage).submit.waitFor();
    expect(await feedbackPage(failingPage).fieldValues()).toEqual(sampleMessage);
  },
);
