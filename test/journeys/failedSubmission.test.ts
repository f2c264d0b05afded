import { expect } from 'vitest';
import { empty, feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

const newer = { subject: 'Newer', message: 'Something else' };

journey(
  'a message that was not sent is offered back and can be restored',
  async ({ page, visit, keep }) => {
    await visit(`/3141592/${keep('broken-submission')}/contact`);
    const { write, written, submit, restore } = feedbackPage(page);
    await write(note);
    await submit.click();
    await page.getByText('Your message was not sent.').waitFor();
    expect(await written()).toEqual(empty);
    await restore.click();
    expect(await written()).toEqual(note);
    expect(await restore.count()).toBe(0);
  },
);

journey(
  'a message that was not sent is still offered after a reload, and swaps with newer text',
  async ({ page, visit, keep }) => {
    await visit(`/3141592/${keep('broken-submission')}/contact`);
    const { write, written, submit, restore } = feedbackPage(page);
    await write(note);
    await submit.click();
    await restore.waitFor();
    await write(newer);
    await page.reload();
    await restore.waitFor();
    expect(await written()).toEqual(newer);
    await restore.click();
    expect(await written()).toEqual(note);
    await restore.click();
    expect(await written()).toEqual(newer);
  },
);

journey(
  'a page that is reloaded while sending cannot confirm, and offers the text',
  async ({ page, visit, keep }) => {
    await visit(`/3141592/${keep('slow-submission')}/contact`);
    const { write, written, submit, thanks, restore } = feedbackPage(page);
    await write(note);
    await submit.click();
    await thanks.waitFor();
    await page.reload();
    await page.getByText('We could not confirm that your message arrived.').waitFor();
    await restore.click();
    expect(await written()).toEqual(note);
  },
);

journey('a message that is written off can be discarded', async ({ page, visit, keep }) => {
  await visit(`/3141592/${keep('broken-submission')}/contact`);
  const { write, submit, restore } = feedbackPage(page);
  await write(note);
  await submit.click();
  await restore.waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await submit.waitFor();
  expect(await restore.count()).toBe(0);
});

journey(
  'without a connection the message was certainly not sent',
  async ({ page, visit, keep }) => {
    await visit(`/3141592/${keep('daily-harvest')}/contact`);
    const { write, submit, thanks, restore } = feedbackPage(page);
    await write(note);
    await page.getByLabel('Subject').focus();
    await page.waitForFunction(() => 'grecaptcha' in window);
    await page.context().setOffline(true);
    await submit.click();
    await thanks.waitFor();
    await page.getByText('Your message was not sent.').waitFor();
    await page.context().setOffline(false);
    await restore.click();
    await submit.click();
    await expect.poll(() => page.locator('.unsent-notice').count()).toBe(0);
  },
);
