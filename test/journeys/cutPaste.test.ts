import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

journey(
  'a paste that does not fit is cut, and a note says so until the next change',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { subject, message } = feedbackPage(page);
    await subject.fill('x'.repeat(90));
    await paste(subject, 'y'.repeat(13));
    expect(await subject.inputValue()).toBe(`${'x'.repeat(90)}${'y'.repeat(10)}`);
    const note = page.getByText('The text was cut at 100 characters; 3 characters at its end');
    await note.waitFor();
    expect(await page.getByText('100 / 100').isVisible()).toBe(true);

    await subject.press('Backspace');
    await note.waitFor({ state: 'detached' });

    await paste(message, 'a\r\nb'.repeat(200));
    expect((await message.inputValue()).length).toBe(500);
    await page.getByText('The text was cut at 500 characters; 100 characters').waitFor();
  },
);

journey('a paste that fits says nothing', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { subject } = feedbackPage(page);
  await paste(subject, 'y'.repeat(100));
  expect(await page.getByText('100 / 100').isVisible()).toBe(true);
  expect(await page.getByText('The text was cut').count()).toBe(0);
});

/** Pastes as a person does: the text into the clipboard, then the keys. */
async function paste(field: Locator, text: string) {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await field.press('End');
  await field.press('Control+v');
}
