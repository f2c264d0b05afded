import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage, sampleMessage, sent } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { arrivedSubmission, submissionsTo } from '../support/mock/submissions.ts';

journey(
  'a text that a tool makes too long is kept but not sent, and a note says how much to remove',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    const { fill, message, subject, submit, outcome } = feedbackPage(page);
    await fill(sampleMessage);
    await setValue(message, 'x'.repeat(620), true);
    await page.getByText('The text is too long').waitFor();
    await page.getByText('Remove 120 characters to send it.').waitFor();
    await page.getByText('Shorten your text first.').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await subject.press('Enter');
    await page.reload();
    await page.getByText('Remove 120 characters to send it.').waitFor();
    expect(await message.inputValue()).toHaveLength(620);
    expect(await submissionsTo(briefId)).toEqual([]);

    await message.press('ControlOrMeta+A');
    await message.fill('x'.repeat(500));
    await submit.click();
    await outcome('Sent at').waitFor();
    expect((await arrivedSubmission(briefId)).violations).toEqual([]);
  },
);

journey('Submit sends what the fields show', async ({ page, visit, withSuffix }) => {
  const briefId = withSuffix('daily-harvest');
  await visit(`/3141592/${briefId}/contact`);
  const { fill, message, subject, submit, outcome } = feedbackPage(page);
  await fill({ subject: 'Old', message: 'Old' });
  await setValue(subject, 'Dictated');
  await message.press('End');
  await message.pressSequentially('er');
  expect(await subject.inputValue()).toBe('Dictated');
  await setValue(message, 'Dictated, too');
  await submit.click();
  await outcome(sent('Dictated')).waitFor();
  const { body } = await arrivedSubmission(briefId);
  expect(body).toMatchObject({ subjectLine: 'Dictated', text: 'Dictated, too' });
});

journey(
  'Submit is enabled once a field that a tool has filled loses the focus',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { message, subject, submit } = feedbackPage(page);
    await subject.fill('Subject');
    await message.focus();
    await setValue(message, 'Dictated');
    await message.press('Tab');
    await expect.poll(() => submit.isEnabled()).toBe(true);
  },
);

/** Sets the value of a field as a script does, without an event by default. */
async function setValue(field: Locator, text: string, hasEvent = false) {
  await field.evaluate(
    (element, [value, isReported]) => {
      (element as HTMLInputElement).value = value;
      if (isReported) element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    [text, hasEvent] as const,
  );
}
