import { appendAsTool } from './fixtures/appendAsTool.ts';
import { expect } from './fixtures/expect.ts';
import { emptyMessage, holdRequests } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';

journey(
  'a text survives a reload, with what a tool has written without an event or removed',
  async ({ page, feedback: { fieldValues, fill, liveForm, message, submit }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    await fill({ subject: 'Rye', message: 'Dear' });
    await page.locator('.field:has(#field-subject)').evaluate((element) => element.remove());
    await message.hover();
    await message.evaluate(appendAsTool, ' editor');
    await page.reload();
    await expect.poll(fieldValues).toEqual({ subject: 'Rye', message: 'Dear editor' });
    await expect(submit).toBeEnabled();
  },
);

journey(
  'a draft and an unsent message are seen only by their subscriber, on the page of their brief',
  async ({ page, feedback: { fieldValues, fill, send, submit, restore, thankYou }, open }) => {
    await open('broken-submission', '', '1');
    const release = await holdRequests(page, '**/form-submit');
    await send();
    await thankYou.waitFor();
    await fill({ subject: 'Draft', message: 'of subscriber 1' });
    release();
    await restore.waitFor();
    for (const [id, subscriberId] of [
      ['broken-submission', '2'],
      ['daily-harvest', '1'],
    ] as const) {
      await open(id, '', subscriberId);
      await submit.waitFor();
      expect(await fieldValues()).toEqual(emptyMessage);
      await expect(restore).toHaveCount(0);
    }
    await open('broken-submission', '', '1');
    await restore.waitFor();
    expect(await fieldValues()).toEqual({ subject: 'Draft', message: 'of subscriber 1' });
  },
);
