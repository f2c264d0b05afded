import { expect } from 'vitest';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

journey(
  'a page that fails says so, offers to reload, and has kept what was written',
  async ({ page, context, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const address = page.url();

    const failing = await context.newPage();
    await failing.goto(address);
    await feedbackPage(failing).write(note);
    await failing.evaluate(() => sessionStorage.setItem('breaks', 'yes'));
    await failing.addInitScript(() => {
      const encode = window.encodeURIComponent;
      window.encodeURIComponent = (text) => {
        if (text === 'feedback-page' && sessionStorage.getItem('breaks')) throw new Error('broken');
        return encode(text);
      };
    });
    await failing.reload();
    await failing.getByRole('heading', { name: 'This page has stopped working' }).waitFor();
    expect(await failing.locator('body').textContent()).not.toContain('broken');

    await failing.evaluate(() => sessionStorage.removeItem('breaks'));
    await failing.getByRole('button', { name: 'Reload' }).click();
    await feedbackPage(failing).submit.waitFor();
    expect(await feedbackPage(failing).written()).toEqual(note);
  },
);
