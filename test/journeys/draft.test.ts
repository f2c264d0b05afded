import { expect } from 'vitest';
import { appendAsTool } from '../support/browser/appendAsTool.ts';
import { emptyMessage, holdRequests, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

const storageKey = 'subscriber-feedback:messages:3141592/daily-harvest';

journey(
  'a draft survives a reload on a phone, with what a tool has written without an event, and the form stays in its place',
  async ({ page, feedback: { fill, fieldValues, liveForm, message, submit }, visit }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await visit('/3141592/daily-harvest/contact');
    await liveForm.waitFor();
    await fill({ subject: 'Rye', message: 'Dear' });
    await message.evaluate(appendAsTool, ' editor');
    await submit.scrollIntoViewIfNeeded();
    const box = await message.boundingBox();
    await page.reload();
    await expect.poll(fieldValues).toEqual({ subject: 'Rye', message: 'Dear editor' });
    await expect.poll(() => message.boundingBox()).toEqual(box);
    await expect.poll(() => submit.isEnabled()).toBe(true);
  },
);

journey(
  'a draft and an unsent message are visible only to the subscriber who wrote them, in the page of the brief',
  async ({
    page,
    feedback: { fieldValues, fill, send, submit, restore, thankYou },
    visit,
    withSuffix,
  }) => {
    const path = `/${withSuffix('broken-submission')}/contact`;
    await visit(`/1${path}`);
    const release = await holdRequests(page, '**/form-submit');
    await send();
    await thankYou.waitFor();
    await fill({ subject: 'Draft', message: 'of subscriber 1' });
    release();
    await restore.waitFor();
    for (const other of [`/2${path}`, '/1/daily-harvest/contact']) {
      await visit(other);
      await submit.waitFor();
      expect(await fieldValues()).toEqual(emptyMessage);
      expect(await restore.count()).toBe(0);
    }
    await visit(`/1${path}`);
    await restore.waitFor();
    expect(await fieldValues()).toEqual({ subject: 'Draft', message: 'of subscriber 1' });
  },
);

journey(
  'a message in transit is kept although other data has filled the storage',
  async ({ page, feedback: { fieldValues, fill, submit, thankYou }, open }) => {
    await open('silent-submission');
    await fill(sampleMessage);
    await page.evaluate(fillStorage);
    await submit.click();
    await thankYou.waitFor();
    await page.reload();
    await expect.poll(fieldValues).toEqual(sampleMessage);
  },
);

journey(
  'what another release has stored is in the form as far as it fits',
  async ({ page, feedback: { fieldValues, kept, outcome, restore, submit }, visit }) => {
    const visitWith = async (state: object) => {
      await visit('/');
      await page.evaluate((item) => sessionStorage.setItem(...item), [
        storageKey,
        JSON.stringify(state),
      ] as const);
      await visit('/3141592/daily-harvest/contact');
      await submit.waitFor();
      return fieldValues();
    };
    const unsent = [{ id: 'x', fields: sampleMessage, status: 'unheard of' }];
    const fields = { subject: 'A draft', text: 'renamed', topic: 'new' };
    expect(await visitWith({ fields, unsent })).toEqual({ subject: 'A draft', message: '' });
    await kept.getByText('We could not confirm that your message arrived.').waitFor();
    await restore.click();
    expect(await fieldValues()).toEqual(sampleMessage);
    await outcome('Not confirmed').waitFor();
    expect(await visitWith({ fields: 7 })).toEqual(emptyMessage);
  },
);

/** Runs in the page. Each entry is the largest that fits, so that every character is written only once. */
function fillStorage(): void {
  for (let size = 2 ** 23; size >= 1; size /= 2) {
    try {
      sessionStorage.setItem(`${size}`, 'x'.repeat(size));
    } catch {
      // Half of it may fit.
    }
  }
}
