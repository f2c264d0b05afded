import type { Locator } from 'playwright-core';
import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';

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
    await expect(note).toHaveCount(0);
    await paste(subject, 'zz\n');
    await expectNote('character was');
    await subject.press('Backspace');
    await note.waitFor({ state: 'detached' });
    await paste(subject, 'xxx', 'Home');
    await expectNote('2 characters were');
    await expect(subject).toHaveValue(`x${'y'.repeat(99)}`);
    await subject.fill('');

    // Half an emoji does not fit, so the field holds one character less than its limit.
    await message.fill('x'.repeat(497));
    await paste(message, '🥕🥕🥕');
    await expectNote('4 characters were');
    await expect(message).toHaveValue(`${'x'.repeat(497)}🥕`);
    await message.fill('');
    await paste(message, 'a\r\nb'.repeat(3_000));
    await expectNote('8,500 characters were');
  },
);

journey(
  'what was left out of a message is not said of the empty field once it is sent',
  async ({ page, feedback: { message, outcome, subject, submit }, open }) => {
    await open('daily-harvest');
    await subject.fill('Rye');
    await paste(message, 'x'.repeat(502));
    const note = page.getByText('2 characters were left out');
    await note.waitFor();
    await submit.click();
    await outcome('Sent at').waitFor();
    await expect(note).toHaveCount(0);
    await page.getByText('0 of 500 characters').waitFor();
  },
);

journey(
  'a key in a full field is not a text that was too long, an emoji without room and a paste are',
  async ({ page, feedback: { subject }, open }) => {
    await open('daily-harvest');
    await subject.fill('x'.repeat(99));
    await page.keyboard.insertText('🥕');
    await page.getByText('Its last 2 characters were left out.').waitFor();
    await subject.press('x');
    await subject.press('y');
    await page.getByText('The field is full').waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const leftOut = page.getByText('left out');
    await expect(leftOut).toHaveText([]);
    await paste(subject, 'yes');
    await leftOut.filter({ hasText: 'last 3 characters' }).waitFor();
  },
);

/** Runs in the page. Composes a text with the events of Firefox, which does not select what it replaces. */
function composeLikeFirefox(element: HTMLElement | SVGElement, versions: readonly string[]): void {
  const field = element as HTMLInputElement;
  const start = field.value.length;
  for (const data of versions) {
    const init = { data, inputType: 'insertCompositionText', bubbles: true };
    field.dispatchEvent(new InputEvent('beforeinput', init));
    const kept = data.slice(0, field.maxLength - start);
    field.setRangeText(kept, start, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', init));
  }
}

const leftOut = 'The text you added was too long. Its last 3 characters were left out.';

journey.for([
  { length: 98, versions: ['´', 'é'], notes: [] },
  { length: 98, versions: ['x', 'xx', 'xxx', 'xxxx', 'xxxxx'], notes: [leftOut] },
  { length: 100, versions: ['´', 'é'], notes: [] },
])(
  '$versions, composed after $length characters as in Firefox, has the notes $notes',
  async ({ length, versions, notes }, { page, feedback: { subject }, open }) => {
    await open('daily-harvest');
    for (const each of versions.map((_, index) => versions.slice(0, index + 1))) {
      await subject.fill('x'.repeat(length));
      await subject.evaluate(composeLikeFirefox, each);
    }
    await page.getByText(/^(99|100) of 100 characters/).waitFor();
    // The note comes after the count.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(page.getByText('left out')).toHaveText(notes);
  },
);

journey(
  'a text that is being composed is not too long, because the browser cuts it in the end',
  async ({ page, feedback: { fill, subject, submit }, open }) => {
    await open('daily-harvest');
    await fill({ subject: 'x'.repeat(98), message: 'y' });
    await subject.press('End');
    const session = await page.context().newCDPSession(page);
    for (const text of ['に', 'にほ', 'にほん', 'にほんご']) {
      const { length } = text;
      const selection = { selectionStart: length, selectionEnd: length };
      await session.send('Input.imeSetComposition', { text, ...selection });
    }
    await expect(subject).toHaveValue(/^.{102}$/);
    await submit.hover();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(page.getByText(/too long|Shorten/)).toHaveText([]);
    await expect(submit).toBeEnabled();

    await session.send('Input.insertText', { text: '日本語' });
    await page.getByText('Its last character was left out.').waitFor();
    await expect(subject).toHaveValue(`${'x'.repeat(98)}日本`);
    await session.detach();
  },
);
