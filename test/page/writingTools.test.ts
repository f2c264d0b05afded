import type { Locator } from 'playwright-core';
import { arrivedSubmission, submissionsTo } from '../submissions.ts';
import { appendAsTool } from './fixtures/appendAsTool.ts';
import { expect } from './fixtures/expect.ts';
import { sampleMessage, sent } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';
import { rejectLate } from './fixtures/rejectLate.ts';

journey(
  'a text that a tool makes too long is kept but not sent, and a note says how much to remove',
  async ({ page, feedback: { fill, message, submit }, open }) => {
    const briefId = await open('daily-harvest');
    await fill(sampleMessage);
    await message.evaluate(appendAsTool, 'x'.repeat(620 - sampleMessage.message.length));
    await message.dispatchEvent('input');
    await page.getByText('Shorten your text first.').waitFor();
    await expect(submit).toBeDisabled();
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await page.reload();
    await page.getByText('Remove 120 characters to send your text.').waitFor();
    expect(await submissionsTo(briefId)).toEqual([]);
  },
);

journey.for(['no event', 'no event under a resting mouse', 'change'])(
  'what a tool appends with %s is shown, counted, sent and kept like what is typed',
  async (event, { page, feedback, open }) => {
    const { fieldValues, liveForm, message, outcome, subject, submit } = feedback;
    const append = async (field: typeof subject, text: string) => {
      await field.evaluate(appendAsTool, text);
      if (!event.startsWith('no event')) await field.dispatchEvent(event);
    };
    const isResting = event.endsWith('mouse');
    const briefId = await open('daily-harvest');
    await liveForm.waitFor();
    if (isResting) await submit.hover();
    await append(subject, 'Rye');
    await append(message, 'Dear');
    if (isResting) await page.mouse.down();
    else await submit.hover();
    await expect(submit).toBeEnabled();
    await page.mouse.move(0, 0);
    await page.mouse.up();
    await append(message, ' editor');
    await message.press('Tab');
    expect(await fieldValues()).toEqual({ subject: 'Rye', message: 'Dear editor' });
    await page.getByText('11 of 500 characters').waitFor();
    await append(message, ' of mine');
    await subject.press('End');
    await subject.pressSequentially(' bread');
    await append(subject, ' prices');
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await outcome(sent('Rye bread prices')).waitFor();
    const { body } = await arrivedSubmission(briefId);
    expect(body).toMatchObject({ subjectLine: 'Rye bread prices', text: 'Dear editor of mine' });
    await expect(submit).toBeDisabled();
  },
);

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
  'a field that a tool adds under the name of another is not read, one in its place is',
  async ({ page, feedback: { fieldValues, fill, liveForm, message, outcome, submit }, open }) => {
    const briefId = await open('daily-harvest');
    await liveForm.waitFor();
    await fill(sampleMessage);
    await page.locator('.form-fields').evaluate((fields) => {
      fields.innerHTML = `<input name="subject"><input name="message">${fields.innerHTML}`;
    });
    await fill(sampleMessage);
    await message.pressSequentially('!');
    await submit.click();
    await outcome(sent(sampleMessage.subject)).waitFor();
    expect(await fieldValues()).toEqual({ subject: '', message: '' });
    const text = `${sampleMessage.message}!`;
    expect((await arrivedSubmission(briefId)).body).toMatchObject({ text });
  },
);

/** Runs in the page. Moves each text into an element, now and later, as the translation of a browser does. */
function translate(): void {
  const wrapTexts = () => {
    for (const parent of document.querySelectorAll('main :not(font)')) {
      for (const node of parent.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        const font = document.createElement('font');
        node.replaceWith(font);
        font.append(node.textContent ?? '');
      }
    }
  };
  wrapTexts();
  new MutationObserver(wrapTexts).observe(document.body, { childList: true, subtree: true });
}

journey(
  'a page that the browser translates says what has become of a message',
  async ({ page, feedback: { liveForm, outcome, send, subject }, open }) => {
    await open('broken-submission');
    await liveForm.waitFor();
    await page.evaluate(translate);
    await send();
    await outcome('Not sent').waitFor();
    await subject.fill('');
    await page.getByText('Write a subject first.').waitFor();
  },
);

journey(
  'a translator leaves the name of the brief and the subjects of the subscriber as they are',
  async ({ page, feedback: { heading, kept, receipt, send }, open }) => {
    const expectKept = async (text: Locator) =>
      expect(await text.evaluate((it) => (it as HTMLElement).translate), `${text}`).toBe(false);
    await open('daily-harvest');
    await expectKept(heading.getByText('The Daily Harvest'));
    await send();
    await expectKept(receipt.getByText(`“${sampleMessage.subject}”`));
    await rejectLate(page, ['Rye']);
    await expectKept(kept.getByText('“Rye”').first());
  },
);
