import { appendAsTool } from './fixtures/appendAsTool.ts';
import { expect } from './fixtures/expect.ts';
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
