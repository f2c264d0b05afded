import { expect } from 'vitest';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';
import { arrivedSubmission } from '../support/mockJournal.ts';

journey(
  'closing the page right after the thank-you alert still delivers',
  async ({ page, visit, keep }) => {
    const briefId = keep('slow-submission');
    await visit(`/3141592/${briefId}/contact`);
    const { write, submit, thanks } = feedbackPage(page);
    await write(note);
    await submit.click();
    await thanks.waitFor();
    await page.close();
    expect((await arrivedSubmission(briefId)).body).toMatchObject({ text: note.message });
  },
);

journey('the submission is a request that may outlive its page', async ({ page, visit, keep }) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      const isSubmission = input instanceof Request && input.url.endsWith('/form-submit');
      if (isSubmission) document.documentElement.dataset.outlives = String(input.keepalive);
      return fetch(input, init);
    };
  });
  await visit(`/3141592/${keep('slow-submission')}/contact`);
  const { write, submit, thanks } = feedbackPage(page);
  await write(note);
  await submit.click();
  await thanks.waitFor();
  expect(await page.locator('html').getAttribute('data-outlives')).toBe('true');
});
