import { expect } from 'vitest';
import {
  emptyMessage,
  feedbackPage,
  holdRequests,
  sampleMessage,
  sent,
} from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

const newerMessage = { subject: 'Newer', message: 'Something else' };

journey(
  'a message that was not sent is back in the form, and can be sent again after a reload',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('flaky-submission')}/contact`);
    const { fill, fieldValues, submit, outcome } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await outcome('Not sent').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.reload();
    await outcome('Not sent').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await submit.click();
    await outcome('Not sent').waitFor({ state: 'detached' });
    await outcome('Not sent').waitFor();
    await submit.click();
    await outcome(sent('Thank you')).waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);
  },
);

journey(
  'a message that was not sent does not replace newer text: restoring it swaps them, also after a reload',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    const { fill, fieldValues, submit, restore, thankYou } = feedbackPage(page);
    const release = await holdRequests(page, '**/form-submit');
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
    await fill(newerMessage);
    release();
    await page.getByText('Your message was not sent after all.').waitFor();
    await page.reload();
    await restore.waitFor();
    expect(await fieldValues()).toEqual(newerMessage);
    await restore.click();
    expect(await fieldValues()).toEqual(sampleMessage);
    const kept = page.getByRole('group', { name: 'Kept text “Newer”' });
    expect(await kept.textContent()).toContain('This was in the form before.');
    await restore.click();
    expect(await fieldValues()).toEqual(newerMessage);

    await page.getByRole('button', { name: 'Discard “Thank you”' }).click();
    await page.reload();
    await submit.waitFor();
    expect(await restore.count()).toBe(0);
  },
);

journey(
  'after a reload during sending, the delivery is unconfirmed and the message is in the form',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('slow-submission')}/contact`);
    const { fill, fieldValues, submit, thankYou, outcome } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
    await page.reload();
    await outcome('If you send it again, the editor may get it twice.').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
  },
);

journey(
  'a notice without a subject is named by its message',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    const { fill, submit, thankYou } = feedbackPage(page);
    const release = await holdRequests(page, '**/form-submit');
    await fill({ ...sampleMessage, subject: '  ' });
    await submit.click();
    await thankYou.waitFor();
    await fill(newerMessage);
    release();
    await page.getByRole('button', { name: 'Discard “I read you every morning.”' }).waitFor();
  },
);

journey('a message submitted offline was not sent', async ({ page, visit, withSuffix }) => {
  await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
  const { fill, subject, submit, thankYou, outcome } = feedbackPage(page);
  await fill(sampleMessage);
  await subject.focus();
  await page.waitForFunction(() => 'grecaptcha' in window);
  await page.context().setOffline(true);
  await submit.click();
  await thankYou.waitFor();
  await outcome('Not sent').waitFor();
  await page.context().setOffline(false);
  await submit.click();
  await outcome(sent('Thank you')).waitFor();
});

journey(
  'a message that a portal answers with a page is not delivered',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    const { alert, fill, fieldValues, submit, outcome } = feedbackPage(page);
    const portal = '<!doctype html><h1>Sign in to the network</h1>';
    await page.route('**/form-submit', (route) =>
      route.fulfill({ contentType: 'text/html', body: portal }),
    );
    await fill(sampleMessage);
    await submit.click();
    await alert(portal).waitFor();
    await outcome('Not confirmed').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await page.locator(':focus').textContent()).toContain('Not confirmed');
  },
);
