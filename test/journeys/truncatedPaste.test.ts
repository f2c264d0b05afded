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
    const note = page.getByText(
      'The text you added was too long. Its last 3 characters were left out.',
    );
    await note.waitFor();
    expect(await page.getByText('100 of 100 characters').isVisible()).toBe(true);

    await subject.press('Backspace');
    await note.waitFor({ state: 'detached' });

    await paste(message, 'a\r\nb'.repeat(200));
    expect((await message.inputValue()).length).toBe(500);
    await page
      .getByText('The text you added was too long. Its last 100 characters were left out.')
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
    await page
      .getByText('The text you added was too long. Its last 4 characters were left out.')
      .waitFor();

    await message.fill('');
    await paste(message, 'z'.repeat(10_000));
    await page
      .getByText('The text you added was too long. Its last 9,500 characters were left out.')
      .waitFor();
  },
);

journey(
  'a paste that fits shows no note, nor does a line break that a single line leaves out',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { subject } = feedbackPage(page);
    await paste(subject, `${'y'.repeat(99)}\r\n\n`);
    expect(await page.getByText('99 of 100 characters').isVisible()).toBe(true);
    expect(await page.getByText('left out').count()).toBe(0);
    await paste(subject, 'zz\n');
    await page
      .getByText('The text you added was too long. Its last character was left out.')
      .waitFor();
  },
);

journey(
  'the note says what was left out of a text dragged from one field to the other',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { subject, message, fill } = feedbackPage(page);
    await fill({ subject: 'x'.repeat(90), message: 'y'.repeat(50) });
    // A drop does not replace what is selected in the field, unlike a paste.
    await subject.selectText();
    await message.selectText();
    await message.hover({ position: { x: 60, y: 20 } });
    await page.mouse.down();
    await message.hover({ position: { x: 80, y: 30 } });
    await subject.hover({ position: { x: 40, y: 20 } });
    await page.mouse.up();
    await page
      .getByText('The text you added was too long. Its last 40 characters were left out.')
      .waitFor();
    expect(await message.inputValue()).toBe('');
  },
);

/** Pastes with the clipboard and the keyboard. */
async function paste(field: Locator, text: string, at: 'Home' | 'End' = 'End') {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await field.press(at);
  await field.press('Control+v');
}
