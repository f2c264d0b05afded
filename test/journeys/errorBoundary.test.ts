import { expect, onTestFinished } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey(
  'a rendering error is announced between header and footer, and a reload restores the page and the draft',
  async ({ page, visit }) => {
    // React logs the error.
    page.removeAllListeners('console');
    await visit('/3141592/daily-harvest/contact');
    await feedbackPage(page).fill(sampleMessage);
    await page.evaluate(() => sessionStorage.setItem('breaks', 'yes'));
    const script = await page.addInitScript(() => {
      const encode = window.encodeURIComponent;
      window.encodeURIComponent = (text) => {
        if (text === 'feedback-page' && sessionStorage.getItem('breaks')) throw new Error('broken');
        return encode(text);
      };
    });
    onTestFinished(() => script.dispose());
    await page.reload();
    const message = page.getByRole('alert').filter({ hasText: 'This page has stopped' });
    await message.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).toBe('This page has stopped working | Briefly');
    expect(await page.getByRole('banner').isVisible()).toBe(true);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.locator('body').textContent()).not.toContain('broken');

    await page.evaluate(() => sessionStorage.removeItem('breaks'));
    await page.getByRole('button', { name: 'Reload' }).click();
    await feedbackPage(page).submit.waitFor();
    expect(await feedbackPage(page).fieldValues()).toEqual(sampleMessage);
  },
);
