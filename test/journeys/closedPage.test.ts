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

journey(
  'a page that is left in the moment of thanks still delivers',
  async ({ page, visit, keep }) => {
    const briefId = keep('slow-submission');
    await visit(`/3141592/${briefId}/contact`);
    const { write, submit } = feedbackPage(page);
    await write(note);
    await page.evaluate(() => {
      new MutationObserver(() => location.assign('about:blank')).observe(
        document.querySelector('.alert-stack') as Element,
        { childList: true, subtree: true },
      );
    });
    await submit.click();
    await page.waitForURL('about:blank');
    expect((await arrivedSubmission(briefId)).body).toMatchObject({ text: note.message });
  },
);
