import { expect } from 'vitest';
import { emptyMessage, feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

const newerMessage = { subject: 'Newer', message: 'Something else' };

journey('a message that was not sent can be restored', async ({ page, visit, withSuffix }) => {
  await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
  const { fill, fieldValues, submit, restore } = feedbackPage(page);
  await fill(sampleMessage);
  await submit.click();
  await page.getByText('Your message was not sent after all.').waitFor();
  expect(await fieldValues()).toEqual(emptyMessage);
  await restore.click();
  expect(await fieldValues()).toEqual(sampleMessage);
  expect(await restore.count()).toBe(0);
});

journey(
  'a message that was not sent survives a reload, and restoring it swaps it with newer text',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    const { fill, fieldValues, submit, restore } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await restore.waitFor();
    await fill(newerMessage);
    await page.reload();
    await restore.waitFor();
    expect(await fieldValues()).toEqual(newerMessage);
    await restore.click();
    expect(await fieldValues()).toEqual(sampleMessage);
    await restore.click();
    expect(await fieldValues()).toEqual(newerMessage);
  },
);

journey(
  'after a reload during sending, the delivery is unconfirmed and the message can be restored',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('slow-submission')}/contact`);
    const { fill, fieldValues, submit, thankYou, restore } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
    await page.reload();
    await page.getByText('We do not know whether your message arrived.').waitFor();
    await restore.click();
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey('an unsent message can be discarded', async ({ page, visit, withSuffix }) => {
  await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
  const { fill, submit, restore } = feedbackPage(page);
  await fill({ ...sampleMessage, subject: '  ' });
  await submit.click();
  await restore.waitFor();
  // A blank subject does not name the message.
  await page.getByRole('button', { name: 'Discard “I read you every morning.”' }).click();
  await page.reload();
  await submit.waitFor();
  expect(await restore.count()).toBe(0);
});

journey('a message submitted offline was not sent', async ({ page, visit, withSuffix }) => {
  await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
  const { fill, subject, submit, thankYou, restore } = feedbackPage(page);
  await fill(sampleMessage);
  await subject.focus();
  await page.waitForFunction(() => 'grecaptcha' in window);
  await page.context().setOffline(true);
  await submit.click();
  await thankYou.waitFor();
  await page.getByText('Your message was not sent after all.').waitFor();
  await page.context().setOffline(false);
  await restore.click();
  await submit.click();
  await expect.poll(() => page.locator('.unsent-notice').count()).toBe(0);
});
