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
