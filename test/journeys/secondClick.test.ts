import { expect } from 'vitest';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';
import { arrivedSubmission, submissionsTo } from '../support/mockJournal.ts';

journey('a second click while sending sends nothing more', async ({ page, visit, keep }) => {
  const briefId = keep('slow-submission');
  await visit(`/3141592/${briefId}/contact`);
  const { write, submit, thanks, message } = feedbackPage(page);
  await write(note);
  await submit.dblclick();
  await thanks.waitFor();
  await write({ subject: 'Another', message: 'one' });
  expect(await submit.isDisabled()).toBe(true);
  await submit.click({ force: true });
  await page.getByLabel('Subject').press('Enter');
  await page.evaluate(() => document.forms[0]?.requestSubmit());
  await arrivedSubmission(briefId);

  await expect.poll(() => submit.isEnabled(), { timeout: 10_000 }).toBe(true);
  expect(await submissionsTo(briefId)).toHaveLength(1);
  expect(await message.inputValue()).toBe('one');
});

journey(
  'while the captcha is being asked, the fields are read-only and Submit is disabled',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    const { write, submit, subject, message } = feedbackPage(page);
    await write(note);
    await submit.click();
    expect(await submit.isDisabled()).toBe(true);
    expect(await subject.isEditable()).toBe(false);
    expect(await message.isEditable()).toBe(false);
  },
);
