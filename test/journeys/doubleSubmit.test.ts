import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { arrivedSubmission, submissionsTo } from '../support/mock/submissions.ts';

journey(
  'while a message is being sent, a second one cannot be submitted',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('slow-submission');
    await visit(`/3141592/${briefId}/contact`);
    const { fill, submit, thankYou, subject, message } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.dblclick();
    await thankYou.waitFor();
    await fill({ subject: 'Another', message: 'one' });
    expect(await submit.isDisabled()).toBe(true);
    await submit.click({ force: true });
    await subject.press('Enter');
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await arrivedSubmission(briefId);

    await expect.poll(() => submit.isEnabled()).toBe(true);
    expect(await submissionsTo(briefId)).toHaveLength(1);
    expect(await message.inputValue()).toBe('one');
  },
);

journey(
  'while the captcha is running, the fields are read-only and Submit is disabled',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    const { fill, submit, subject, message } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    expect(await submit.isDisabled()).toBe(true);
    expect(await subject.isEditable()).toBe(false);
    expect(await message.isEditable()).toBe(false);
  },
);
