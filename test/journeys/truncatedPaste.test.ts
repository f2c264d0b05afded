import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from '../support/browser/journey.ts';

/** Pastes with the clipboard and the keyboard. */
async function paste(field: Locator, text: string, at = 'End') {
  const page = field.page();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await field.press(at);
  await field.press('Control+v');
}

journey(
  'a paste that does not fit is truncated, and a note says what was left out until the next change',
  async ({ page, feedback: { message, subject }, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const note = page.getByText('left out');
    const expectNote = (lost: string) =>
      note
        .filter({ hasText: `The text you added was too long. Its last ${lost} left out.` })
        .waitFor();

    // A line break that a single line leaves out is not counted.
    await paste(subject, `${'y'.repeat(99)}\r\n\n`);
    expect(await note.count()).toBe(0);
    await paste(subject, 'zz\n');
    await expectNote('character was');
    await subject.press('Backspace');
    await note.waitFor({ state: 'detached' });
    await paste(subject, 'xxx', 'Home');
    await expectNote('2 characters were');
    expect(await subject.inputValue()).toBe(`x${'y'.repeat(99)}`);
    await subject.fill('');

    // Half an emoji does not fit, so the field holds one character less than its limit.
    await message.fill('x'.repeat(497));
    await paste(message, '🥕🥕🥕');
    await expectNote('4 characters were');
    expect(await message.inputValue()).toBe(`${'x'.repeat(497)}🥕`);
    await message.fill('');
    await paste(message, 'a\r\nb'.repeat(3_000));
    await expectNote('8,500 characters were');
  },
);
