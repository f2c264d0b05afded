import type { Locator, Page } from 'playwright-core';
import { addStyle, textSpacing } from './fixtures/addStyle.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { feedbackPage, holdRequests, sampleMessage, sent } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

/** Sends a message that is rejected while the next one is being written. */
async function failLate(page: Page, subject: string) {
  const { fill, send, thankYou } = feedbackPage(page);
  await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
  const release = await holdRequests(page, '**/form-submit');
  await send({ ...sampleMessage, subject });
  await thankYou.last().waitFor();
  await fill({ subject: 'Newer', message: 'Something else' });
  release();
  await page.getByRole('button', { name: `Restore “${subject}”` }).waitFor();
  await page.unrouteAll();
}

journey(
  'a text that was only put aside has no warning, and forced colours tell Restore from Discard',
  async ({ page, feedback: { kept, restore }, open }) => {
    await open('missing-submission');
    await failLate(page, 'First');
    const { warning, info } = { warning: '[data-type=warning]', info: '[data-type=info]' };
    const styleOf = (locator: Locator) =>
      locator.evaluate((it) => {
        const { backgroundColor, borderTopColor } = getComputedStyle(it);
        return { backgroundColor, borderTopColor };
      });
    const failed = await styleOf(kept);
    await expect(kept.locator(warning)).toHaveCount(1);
    await restore.click();
    await kept.getByText('This was in the form before.').waitFor();
    await expect(kept.locator(warning)).toHaveCount(0);
    await expect(kept.locator(info)).toHaveCount(1);
    expect(await styleOf(kept)).not.toEqual(failed);

    await page.emulateMedia({ forcedColors: 'active' });
    const { backgroundColor: canvas } = await styleOf(page.locator('body'));
    const edges = await Promise.all((await kept.getByRole('button').all()).map(styleOf));
    expect(edges.map(({ borderTopColor }) => borderTopColor === canvas)).toEqual([false, true]);
  },
);

journey(
  'with text spacing, kept texts show their buttons, also next to an outcome, and do not move Submit',
  async ({ page, feedback: { kept, liveForm, outcome, subject, submit }, open }) => {
    await open('missing-submission');
    await liveForm.waitFor();
    await addStyle(page, textSpacing);
    const distance = async () => (await boxOf(submit)).y - (await boxOf(subject)).y;
    const atRest = await distance();
    for (const name of ['First', 'Your piece on rye prices', 'Third']) await failLate(page, name);
    expect((await boxOf(kept)).bottom).toBeGreaterThan((await boxOf(submit)).bottom);
    expect(await distance(), 'from Subject to Submit').toBe(atRest);

    const shownButtons = async () => {
      const { y, bottom } = await boxOf(kept);
      const buttons = await Promise.all((await kept.getByRole('button').all()).map(boxOf));
      return buttons.filter((button) => button.y > y && button.bottom < bottom).length;
    };
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await shownButtons(), `of three at ${width} px`).toBe(6);
    }
    await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
    await submit.click();
    await outcome('Not sent').waitFor();
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await shownButtons(), `next to an outcome at ${width} px`).toBeGreaterThanOrEqual(2);
      expect((await boxOf(outcome(''))).y).toBeGreaterThan((await boxOf(kept)).bottom);
    }
  },
);

journey(
  'on a phone, what has become of a message is followed by a link to another one that failed',
  async ({ page, feedback: { kept, outcome, restore, submit }, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('daily-harvest');
    await failLate(page, 'First');
    const link = page.getByRole('link', { name: 'Another message was not sent.' });
    await submit.click();
    await outcome(sent('Newer')).waitFor();
    const { y, bottom } = await boxOf(link);
    expect(bottom).toBeLessThan(844);
    expect(bottom - y, 'the height of the target').toBeGreaterThanOrEqual(44);
    await link.click();
    await expectFocus(kept);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await visibilityOf(link)).toBe('hidden');
    await page.setViewportSize({ width: 390, height: 844 });
    await restore.click();
    expect(await visibilityOf(link)).toBe('hidden');
  },
);

journey(
  'a message that fails while the next one is written leaves the focus in its field',
  async ({ page, feedback: { message }, open }) => {
    await open('daily-harvest');
    await failLate(page, 'First');
    await expectFocus(message);
  },
);

journey(
  'a kept text can be neither restored nor discarded while a message is being sent',
  async ({ page, feedback: { kept, outcome, submit, thankYou }, open }) => {
    const states = () =>
      kept
        .getByRole('button')
        .evaluateAll((all) => all.map((it) => (it.matches(':disabled') ? 'disabled' : 'enabled')));
    await open('daily-harvest');
    await failLate(page, 'First');
    expect(await states()).toEqual(['enabled', 'enabled']);
    const release = await holdRequests(page, '**/form-submit');
    await submit.click();
    await thankYou.last().waitFor();
    expect(await states()).toEqual(['disabled', 'disabled']);
    release();
    await outcome(sent('Newer')).waitFor();
    expect(await states()).toEqual(['enabled', 'enabled']);
  },
);

/** The widths of the text on A4, A4 in landscape, A3 in landscape, and A4 at 60 %, in px. */
const paperWidths = [718, 1047, 1511, 1196];

journey(
  'a printed page has the receipt and the kept texts with their whole messages, on wide paper, too',
  async ({ page, feedback: { kept, outcome, receipt, submit }, open }) => {
    await open('daily-harvest');
    await failLate(page, 'First');
    await submit.click();
    await outcome(sent('Newer')).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const [part, text] of [
      [receipt, 'Newer\n\nSomething else'],
      [kept.getByRole('listitem'), `First\n\n${sampleMessage.message}`],
    ] as const) {
      expect(await visibilityOf(part)).toBe('visible');
      const printed = part.evaluate((element) => getComputedStyle(element, '::after').content);
      expect((await printed).replaceAll('\\a ', '\n')).toBe(`"${text}"`);
    }
    const emptyField = page.getByText('Subject', { exact: true });
    for (const part of [
      kept.getByRole('button').first(),
      receipt.getByRole('button'),
      emptyField,
    ]) {
      expect(await visibilityOf(part)).toBe('hidden');
    }

    const sentences = Array.from({ length: 40 }, (_, index) => `Sentence ${index}.`).join('\n');
    await kept.getByRole('listitem').evaluate((item, text) => {
      item.setAttribute('data-text', text);
    }, sentences);
    for (const width of paperWidths) {
      await page.setViewportSize({ width, height: 1047 });
      const cut = await page.locator('main :not(.visually-hidden, .captcha)').evaluateAll((all) => {
        const isCut = (it: Element) =>
          getComputedStyle(it).overflow !== 'visible' && it.scrollHeight > it.clientHeight + 1;
        return all.filter(isCut).map(({ className }) => className);
      });
      expect(cut, `parts that are cut at ${width} px`).toEqual([]);
      expect((await boxOf(kept)).height).toBeGreaterThan(40 * 20);
    }
  },
);
