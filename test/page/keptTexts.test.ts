import { addStyle, textSpacing } from './fixtures/addStyle.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { emptyMessage, holdRequests, sent } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';
import { longMessage, newerMessage, rejectLate } from './fixtures/rejectLate.ts';

journey(
  'a text that was only put aside has no warning, and forced colours tell Restore from Discard',
  async ({ page, feedback: { kept, restore }, open }) => {
    const warning = kept.locator('[data-type=warning]');
    const yellow = 'rgb(255, 247, 229)';
    await open('daily-harvest');
    await rejectLate(page, ['First']);
    await expect(warning).toHaveCount(1);
    await expect(kept).toHaveCSS('background-color', yellow);
    await restore.click();
    await kept.getByText('This was in the form before.').waitFor();
    await expect(warning).toHaveCount(0);
    await expect(kept.locator('[data-type=info]')).toHaveCount(1);
    await expect(kept).not.toHaveCSS('background-color', yellow);

    await page.emulateMedia({ forcedColors: 'active' });
    const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect(restore).not.toHaveCSS('border-top-color', canvas);
    const discard = kept.getByRole('button', { name: 'Discard' });
    await expect(discard).toHaveCSS('border-top-color', canvas);
  },
);

journey(
  'Restore swaps a kept text and that of the form, also after a reload, and leads to Subject',
  async ({ page, feedback: { fieldValues, restore, subject }, open }) => {
    await open('daily-harvest');
    await rejectLate(page, ['First']);
    await page.reload();
    await restore.click();
    await expectFocus(subject);
    expect(await fieldValues()).toEqual({ ...longMessage, subject: 'First' });
    await restore.click();
    expect(await fieldValues()).toEqual(newerMessage);
  },
);

journey(
  'a double-click on Restore or Discard is meant for one of several messages that may have arrived',
  async ({ page, feedback: { fieldValues, fill, focused, kept, restore }, open }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.setViewportSize({ width: 375, height: 812 });
    await open('daily-harvest');
    await rejectLate(page, ['First', 'Second', 'Third'], { status: 409 });
    await kept.getByText('Restore one to send it again').waitFor();
    await fill(emptyMessage);
    // Without the alerts, the button of the next message takes the place of the one that is clicked.
    await page.reload();
    await button('Restore “First”').dblclick();
    expect((await fieldValues()).subject).toBe('First');
    await expect(restore).toHaveText(['Restore “Second”', 'Restore “Third”']);
    await button('Discard “Second”').dblclick();
    await kept.getByText('Restore it to send it again').waitFor({ state: 'attached' });
    await expect(restore).toHaveText(['Restore “Third”']);
    await button('Undo “Second”').click();
    await expect(focused).toHaveText('Contact the editor');
  },
);

journey(
  'with text spacing, kept texts beside the fields show their buttons, and do not move Submit',
  async ({ page, feedback: { kept, liveForm, outcome, subject, submit }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    await addStyle(page, textSpacing);
    const distance = async () => (await boxOf(submit)).y - (await boxOf(subject)).y;
    const atRest = await distance();
    await rejectLate(page, ['First', 'Your piece on rye prices', 'Third']);
    expect((await boxOf(kept)).right).toBeLessThan((await boxOf(subject)).x);
    expect((await boxOf(kept)).bottom).toBeGreaterThan((await boxOf(submit)).bottom);
    expect(await distance(), 'from Subject to Submit').toBe(atRest);

    const shownButtons = async () => {
      const { y, bottom } = await boxOf(kept);
      const buttons = await Promise.all((await kept.getByRole('button').all()).map(boxOf));
      return buttons.filter((button) => button.y > y && button.bottom < bottom).length;
    };
    await page.setViewportSize({ width: 1024, height: 900 });
    expect(await shownButtons(), 'of three').toBe(6);
    await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
    await submit.click();
    await outcome('Not sent').waitFor();
    expect(await shownButtons(), 'next to an outcome').toBeGreaterThanOrEqual(2);
    expect((await boxOf(outcome(''))).y).toBeGreaterThan((await boxOf(kept)).bottom);
  },
);

journey(
  'on a phone, what has become of a message is followed by a link to another one that failed',
  async ({ page, feedback: { kept, outcome, restore, submit }, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('daily-harvest');
    await rejectLate(page, ['First']);
    const link = page.getByRole('link', { name: 'Another message was not sent.' });
    await submit.click();
    await outcome(sent(newerMessage.subject)).waitFor();
    const { y, bottom } = await boxOf(link);
    expect(bottom).toBeLessThan(844);
    expect(bottom - y, 'the height of the target').toBeGreaterThanOrEqual(44);
    await link.click();
    await expectFocus(kept);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(link).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await restore.click();
    await expect(link).toBeHidden();
  },
);

journey(
  'a message that fails while the next one is written leaves the focus in its field',
  async ({ page, feedback: { message }, open }) => {
    await open('daily-harvest');
    await rejectLate(page, ['First']);
    await expectFocus(message);
  },
);

journey(
  'a kept text can be neither restored nor discarded while a message is being sent',
  async ({ page, feedback: { kept, outcome, submit }, open }) => {
    await open('daily-harvest');
    await rejectLate(page, ['First']);
    const [restore, discard] = [kept.getByRole('button').first(), kept.getByRole('button').last()];
    const release = await holdRequests(page, '**/form-submit');
    await submit.click();
    await expect(restore).toBeDisabled();
    await expect(discard).toBeDisabled();
    release();
    await outcome(sent(newerMessage.subject)).waitFor();
    await expect(restore).toBeEnabled();
    await expect(discard).toBeEnabled();
  },
);

/** The widths of the text on A4, A4 in landscape, A3 in landscape, and A4 at 60 %, in px. */
const paperWidths = [718, 1047, 1511, 1196];

journey(
  'a printed page has the receipt and the kept texts with their whole messages, on wide paper, too',
  async ({ page, feedback: { kept, outcome, receipt, submit }, open }) => {
    await open('daily-harvest');
    await rejectLate(page, ['First']);
    await submit.click();
    await outcome(sent(newerMessage.subject)).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const [part, text] of [
      [receipt, Object.values(newerMessage).join('\n\n')],
      [kept.getByRole('listitem'), `First\n\n${longMessage.message}`],
    ] as const) {
      await expect(part).toBeVisible();
      const printed = part.evaluate((element) => getComputedStyle(element, '::after').content);
      expect((await printed).replaceAll('\\a ', '\n')).toBe(`"${text}"`);
    }
    const emptyField = page.getByText('Subject', { exact: true });
    for (const part of [
      kept.getByRole('button').first(),
      receipt.getByRole('button'),
      emptyField,
    ]) {
      await expect(part).toBeHidden();
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
