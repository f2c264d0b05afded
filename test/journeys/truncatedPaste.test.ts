import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey(
  'a paste that does not fit is truncated, and a note is shown until the next change',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { subject, message } = feedbackPage(page);
    await subject.fill('x'.repeat(90));
    await paste(subject, 'y'.repeat(13));
    expect(await subject.inputValue()).toBe(`${'x'.repeat(90)}${'y'.repeat(10)}`);
    const note = page.getByText('its last 3 characters did not fit. The limit is 100 characters.');
    await note.waitFor();
    expect(await page.getByText('100 / 100').isVisible()).toBe(true);

    await subject.press('Backspace');
    await note.waitFor({ state: 'detached' });

    await paste(message, 'a\r\nb'.repeat(200));
    expect((await message.inputValue()).length).toBe(500);
    await page
      .getByText('its last 100 characters did not fit. The limit is 500 characters.')
      .waitFor();
  },
);

journey('a paste that fits shows no note', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { subject } = feedbackPage(page);
  await paste(subject, 'y'.repeat(100));
  expect(await page.getByText('100 / 100').isVisible()).toBe(true);
  expect(await page.getByText('did not fit').count()).toBe(0);
});

/** Pastes with the clipboard and the keyboard. */
async function paste(field: Locator, text: string) {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await field.press('End');
  await field.press('Control+v');
}
