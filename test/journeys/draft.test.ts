import { expect } from 'vitest';
import { appendAsTool } from '../support/browser/appendAsTool.ts';
import { emptyMessage, holdRequests } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey(
  'a text survives a reload on a phone, with what a tool has written without an event or removed, in a form that then cannot be submitted and does not ask for it, and the form stays in its place',
  async ({ page, feedback: { fieldValues, message, outcome, send, submitState }, open }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await open('broken-submission');
    await send({ subject: 'Rye', message: 'Dear' });
    await outcome('Press Submit').waitFor();
    await page.locator('.field:has(#subject)').evaluate((element) => element.remove());
    await message.hover();
    await page.getByText('A field of the form is missing.').waitFor();
    await outcome(/Not sent\s*$/).waitFor();
    expect(await submitState()).toBe('disabled');
    await message.evaluate(appendAsTool, ' editor');
    await page.reload();
    await expect.poll(fieldValues).toEqual({ subject: 'Rye', message: 'Dear editor' });
    await expect.poll(submitState).toBe('enabled');
    await message.evaluate((field) => field.scrollIntoView());
    const box = await message.boundingBox();
    await page.reload();
    await expect.poll(() => message.boundingBox()).toEqual(box);
  },
);

journey(
  'a draft and an unsent message are visible only to the subscriber who wrote them, in the page of the brief',
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
      expect(await restore.count()).toBe(0);
    }
    await open('broken-submission', '', '1');
    await restore.waitFor();
    expect(await fieldValues()).toEqual({ subject: 'Draft', message: 'of subscriber 1' });
  },
);
