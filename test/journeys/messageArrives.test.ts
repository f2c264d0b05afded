import { expect } from 'vitest';
import { empty, feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';
import { arrivedSubmission } from '../support/mockJournal.ts';

journey(
  'the subscriber is thanked and the form is empty before the backend has answered',
  async ({ page, visit, keep }) => {
    const briefId = keep('slow-submission');
    await visit(`/{3141592}/${briefId}/contact`);
    const form = feedbackPage(page);
    await form.write(note);
    await form.submit.click();
    await form.thanks.waitFor();
    expect(await form.written()).toEqual(empty);

    const submission = await arrivedSubmission(briefId);
    expect(submission.status).toBeUndefined();
    expect(submission.faults).toEqual([]);
    expect(submission.body).toEqual({
      briefId,
      subscriberId: '{3141592}',
      subjectLine: note.subject,
      text: note.message,
      recaptchaResponse: expect.stringMatching(/.+/),
    });
  },
);

journey(
  'Submit is disabled while either field is empty, and blanks are text',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { write, submit } = feedbackPage(page);
    for (const [subject, message, enabled] of [
      ['', '', false],
      ['x', '', false],
      ['', 'x', false],
      [' ', '\n', true],
      ['x', 'x', true],
    ] as const) {
      await write({ subject, message });
      expect(await submit.isEnabled()).toBe(enabled);
    }
  },
);

journey(
  'the longest message that the fields take is one that the backend takes',
  async ({ page, visit, keep }) => {
    const briefId = keep('slow-submission');
    await visit(`/3141592/${briefId}/contact`);
    const form = feedbackPage(page);
    await form.subject.fill('🥕'.repeat(80));
    await form.message.fill(`${'ß€\n'.repeat(200)}`);
    const written = await form.written();
    expect(written.subject.length).toBeLessThanOrEqual(100);
    expect(written.message.length).toBeLessThanOrEqual(500);
    await form.submit.click();
    expect((await arrivedSubmission(briefId)).faults).toEqual([]);
  },
);
