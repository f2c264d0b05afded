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
    const note = page.getByText('Your text was too long. The last 3 characters were left out.');
    await note.waitFor();
    expect(await page.getByText('100 of 100 characters').isVisible()).toBe(true);

    await subject.press('Backspace');
    await note.waitFor({ state: 'detached' });

    await paste(message, 'a\r\nb'.repeat(200));
    expect((await message.inputValue()).length).toBe(500);
    await page
      .getByText('Your text was too long. The last 100 characters were left out.')
      .waitFor();
  },
);

journey(
  'the note says what was left out of a paste in the middle, and of an emoji at the limit',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { subject, message } = feedbackPage(page);
    await subject.fill('x'.repeat(99));
    await paste(subject, 'y'.repeat(3), 'Home');
    expect(await subject.inputValue()).toBe(`y${'x'.repeat(99)}`);
    await page
      .getByText('The text you added was too long. Its last 2 characters were left out.')
      .waitFor();

    // Half an emoji does not fit, so the field holds one character less than its limit.
    await message.fill('x'.repeat(497));
    await paste(message, '🥕🥕🥕');
    expect(await message.inputValue()).toBe(`${'x'.repeat(497)}🥕`);
    await page.getByText('Your text was too long. The last 4 characters were left out.').waitFor();

    await message.fill('');
    await paste(message, 'z'.repeat(10_000));
    await page
      .getByText('Your text was too long. The last 9,500 characters were left out.')
      .waitFor();
  },
);

journey('a paste that fits shows no note', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { subject } = feedbackPage(page);
  await paste(subject, 'y'.repeat(100));
  expect(await page.getByText('100 of 100 characters').isVisible()).toBe(true);
  expect(await page.getByText('left out').count()).toBe(0);
});

/** Pastes with the clipboard and the keyboard. */
async function paste(field: Locator, text: string, at: 'Home' | 'End' = 'End') {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await field.press(at);
  await field.press('Control+v');
}
