import { expect } from 'vitest';
import { emptyMessage, feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { arrivedSubmission } from '../support/mock/submissions.ts';

journey(
  'the subscriber is thanked and the form is cleared before the backend responds',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('slow-submission');
    await visit(`/{3141592}/${briefId}/contact`);
    const { fill, fieldValues, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);

    const submission = await arrivedSubmission(briefId);
    expect(submission.status).toBeUndefined();
    expect(submission.violations).toEqual([]);
    expect(submission.body).toEqual({
      briefId,
      subscriberId: '{3141592}',
      subjectLine: sampleMessage.subject,
      text: sampleMessage.message,
      recaptchaResponse: expect.stringMatching(/.+/),
    });
  },
);

journey(
  'the longest message that the fields accept conforms to the contract',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('slow-submission');
    await visit(`/3141592/${briefId}/contact`);
    const { subject, message, submit, fieldValues } = feedbackPage(page);
    await subject.fill('🥕'.repeat(80));
    await message.fill(`${'ß€\n'.repeat(200)}`);
    const written = await fieldValues();
    expect(written.subject.length).toBeLessThanOrEqual(100);
    expect(written.message.length).toBeLessThanOrEqual(500);
    await submit.click();
    expect((await arrivedSubmission(briefId)).violations).toEqual([]);
  },
);
