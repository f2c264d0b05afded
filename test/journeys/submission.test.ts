import { expect } from 'vitest';
import { sampleMessage, sent } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { arrivedSubmission, submissionsTo } from '../support/mock/submissions.ts';

journey(
  'while a message is being sent, a second one cannot be submitted',
  async ({ page, feedback: { fill, submit, thankYou, subject, message }, open }) => {
    const briefId = await open('slow-submission');
    await fill(sampleMessage);
    await submit.dblclick();
    await thankYou.waitFor();
    await fill({ subject: 'Another', message: 'one' });
    expect(await submit.isDisabled()).toBe(true);
    await subject.press('Enter');
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await expect.poll(() => submit.isEnabled()).toBe(true);
    expect(await submissionsTo(briefId)).toHaveLength(1);
    expect(await message.inputValue()).toBe('one');
  },
);

journey(
  'while the captcha is running, the fields are read-only and Submit is disabled',
  async ({ feedback: { send, submit, subject, message }, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    await send();
    expect(await submit.isDisabled()).toBe(true);
    expect(await subject.isEditable()).toBe(false);
    expect(await message.isEditable()).toBe(false);
  },
);

journey(
  'the longest message that the fields accept conforms to the contract, and its request outlives the page',
  async ({ page, feedback: { outcome, send }, addScript, open }) => {
    await addScript(() => {
      const { fetch } = window;
      window.fetch = (input, init) => {
        if (input instanceof Request) document.body.title = `keepalive: ${input.keepalive}`;
        return fetch(input, init);
      };
    });
    const briefId = await open('daily-harvest');
    await send({ subject: '🥕'.repeat(80), message: 'ß€\n'.repeat(200) });
    await outcome(sent('🥕'.repeat(50))).waitFor();
    expect((await arrivedSubmission(briefId)).violations).toEqual([]);
    expect(await page.locator('body').getAttribute('title')).toBe('keepalive: true');
  },
);
