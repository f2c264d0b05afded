import { emptyFields } from '../../client/feedback/messageFields.ts';
import { addStyle } from './fixtures/addStyle.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { contrastRatio } from './fixtures/contrast.ts';
import { expect } from './fixtures/expect.ts';
import { sampleMessage } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';
import { setTextSize } from './fixtures/setTextSize.ts';
import { states } from './fixtures/states.ts';

journey(
  'on a wide screen, the form fits into 900 px, and cards, fields and Submit have their places',
  async ({ page, feedback: { form, liveForm, message, subject, submit }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    for (const width of [992, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const cards = await Promise.all((await page.locator('.help-card').all()).map(boxOf));
      expect(cards).toMatchObject(Array(3).fill({ y: 168, bottom: 328, width: 320 }));
      expect(await boxOf(form)).toMatchObject({ y: 352, bottom: 896 });
      expect(await boxOf(form.locator('.form-intro'))).toMatchObject({ y: 364, width: 288 });
      expect(await boxOf(subject)).toMatchObject({ y: 408, bottom: 452 });
      expect(await boxOf(message)).toMatchObject({ y: 500, bottom: 812 });
      expect(await boxOf(submit)).toMatchObject({ y: 828, bottom: 872 });
    }
  },
);

journey(
  'the page has the colours of the specification, and cards and sheet have a line of contrast 1.4:1',
  async ({ page, feedback: { heading, liveForm }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    const body = page.locator('body');
    await expect(body).toHaveCSS('background-color', 'rgb(252, 252, 247)');
    await expect(body).toHaveCSS('color', 'rgb(82, 82, 82)');
    await expect(heading).toHaveCSS('background-color', 'rgb(7, 22, 48)');
    const lines = await page
      .locator('.help-card, .form-sheet')
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).borderTop));
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const [, width = '', color = ''] = line.match(/^(.*) solid (.*)$/) ?? [];
      expect(width).toBe('1px');
      expect(contrastRatio(color, 'rgb(252, 252, 247)')).toBeGreaterThanOrEqual(1.4);
    }
  },
);

journey(
  'text in a script from right to left stands at the right of its field',
  async ({ feedback: { message }, open }) => {
    await open('daily-harvest');
    await message.fill('שלום');
    await expect(message).toHaveCSS('direction', 'rtl');
  },
);

journey(
  'what becomes of a message has a ring with the focus, and is white, yellow or red by its kind',
  async ({ feedback: { fill, liveForm, outcome, subject }, open }) => {
    for (const [briefId, tint] of Object.entries({
      'daily-harvest': 'rgb(255, 255, 255)',
      'used-captcha-submission': 'rgb(255, 247, 229)',
      'missing-submission': 'rgb(253, 234, 232)',
    })) {
      await open(briefId);
      await liveForm.waitFor();
      await fill(sampleMessage);
      await subject.press('Enter');
      await expect(outcome('')).toHaveCSS('outline', 'rgb(21, 112, 239) solid 3px');
      await expect(outcome(''), briefId).toHaveCSS('background-color', tint);
    }
  },
);

journey(
  'on a phone, a text that was not sent gets the focus, in view above the alerts',
  async ({ page, feedback: { alerts, kept }, open }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await open('missing-submission');
    await states.conflict.reach(page);
    const spaceBelow = async () => (await boxOf(alerts.first())).y - (await boxOf(kept)).bottom;
    await expect.poll(spaceBelow).toBeGreaterThan(0);
    await expectFocus(kept);
  },
);

journey('on a phone, a link leads to the form', async ({ page, feedback: { submit }, visit }) => {
  const link = page.getByRole('link', { name: 'Write to the editor' });
  await visit('/3141592/daily-harvest/contact');
  await submit.waitFor();
  await expect(link, 'on a wide screen').toBeHidden();
  await page.setViewportSize({ width: 375, height: 812 });
  const address = page.url();
  await link.click();
  const heading = page.getByRole('heading', { name: 'Contact the editor' });
  await expectFocus(heading);
  expect((await boxOf(heading)).y, 'below the header').toBeGreaterThan(56);
  expect(page.url()).toBe(address);
});

journey(
  'a printed message is whole and on one sheet, without the field, the alerts and the footer',
  async ({ page, feedback: { alerts, fill, heading, message, send, submit }, open }) => {
    await open('missing-submission');
    await send();
    await expect(alerts).toHaveCount(2);
    const written = { subject: 'Long'.repeat(25), message: 'Line by line. '.repeat(35) };
    await fill(written);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    await expect(heading).toBeVisible();
    for (const part of [alerts.first(), submit, page.getByRole('contentinfo'), message]) {
      await expect(part).toBeHidden();
    }
    const contents = (all: Element[]) => all.map((it) => getComputedStyle(it, '::after').content);
    expect(await page.locator('.field').evaluateAll(contents)).toEqual(
      Object.values({ ...emptyFields, ...written }).map((text) => `"${text}"`),
    );
  },
);

journey(
  'after a click on plain text, also after the skip link, Tab goes on from there without scrolling back',
  async ({ page, feedback: { focused, form, liveForm, main, subject }, open }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await open('daily-harvest');
    await liveForm.waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await expectFocus(main);
    const text = form.getByText('This site is protected');
    await text.scrollIntoViewIfNeeded();
    const { y } = await boxOf(text);
    for (const before of ['the skip link', 'a field']) {
      await text.click();
      await expect(focused, `elements with the focus after ${before}`).toHaveCount(0);
      await page.keyboard.press('Tab');
      await expectFocus(subject);
      expect((await boxOf(text)).y).toBe(y);
    }
  },
);

journey(
  'no line of text is lower than its letters when the browser enlarges them',
  async ({ page, open, feedback: { send, receipt } }) => {
    await open('daily-harvest');
    await send();
    await receipt.waitFor();
    await addStyle(page, '* { font-size: 48px !important }');
    const overlapping = await page.evaluate(() => {
      const texts = [...document.querySelectorAll('body *')].filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE),
      );
      const isTooLow = (element: Element) =>
        Number.parseFloat(getComputedStyle(element).lineHeight) < 48 * 1.15;
      return texts.filter(isTooLow).map((element) => element.outerHTML);
    });
    expect(overlapping).toEqual([]);
  },
);

const marks = {
  '.help-card a::after': '.help-card',
  '.header-dropdown-button::after': 'header',
  '.new-tab-icon': '.header-dropdown ul',
  'summary::marker': '.receipt',
};

journey(
  'links, menus, receipts and icons of new tabs have marks in the secondary colour, of contrast 3:1',
  async ({ page, feedback: { receipt, send }, open }) => {
    await open('daily-harvest');
    await send();
    await receipt.waitFor();
    await page.getByRole('button', { name: 'Advertise' }).click();
    for (const [mark, around] of Object.entries(marks)) {
      const [selector = '', pseudo] = mark.split('::');
      const color = await page
        .locator(selector)
        .first()
        .evaluate((it, name) => getComputedStyle(it, name && `::${name}`).color, pseudo);
      const readBackground = (it: Element) => getComputedStyle(it).backgroundColor;
      const background = await page.locator(around).first().evaluate(readBackground);
      expect(color, mark).toBe('rgb(21, 112, 239)');
      expect(contrastRatio(color, background), mark).toBeGreaterThanOrEqual(3);
    }
  },
);

journey(
  'on a wide screen, the footer has the columns of the help cards, and links to social media in a row',
  async ({ page, open }) => {
    await open('daily-harvest');
    const boxesOf = async (selector: string) =>
      Promise.all((await page.locator(selector).all()).map(boxOf));
    const leftOf = async (selector: string) =>
      (await boxesOf(selector)).map(({ x }) => Math.round(x));
    for (const width of [992, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [first = 0, second = 0, third = 0] = await leftOf('.help-card');
      // The fourth column begins in the middle of the third card.
      expect(await leftOf('footer nav ul')).toEqual([first, second, third, third + 160]);
      expect(await leftOf('footer nav + div > *')).toEqual([first, third]);
    }
    const tops = (await boxesOf('.site-footer-social a')).map(({ y }) => y);
    expect(new Set(tops).size, 'rows').toBe(1);
  },
);

journey(
  'a single third card has the rows of the others, and on a phone no hole below its title',
  async ({ page, open }) => {
    await open('daily-harvest');
    const card = page.locator('.help-card');
    const topsIn = async (index: number) => {
      const rows = card.nth(index).locator('li');
      await rows.first().waitFor();
      const { y } = await boxOf(card.nth(index));
      return (await Promise.all((await rows.all()).map(boxOf))).map((row) => row.y - y);
    };
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await topsIn(2)).toEqual(await topsIn(0));
    await page.setViewportSize({ width: 320, height: 900 });
    const title = await boxOf(card.last().locator('h2'));
    expect((await boxOf(card.last().getByRole('link').first())).y).toBe(title.bottom + 4);
    expect((await boxOf(card.last())).height).toBe(160);
  },
);

journey(
  'at 320 px with text of 200 %, no icon leaves a column blank, and no word of an alert is broken',
  async ({ page, feedback: { alert, outcome, send }, open }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open('missing-submission');
    await setTextSize(page, 32);
    await send();
    const block = outcome('Not sent');
    const indent = (await boxOf(block.locator('strong'))).x - (await boxOf(block)).x;
    expect(indent).toBeLessThan(20);
    const failure = alert('submitFeedback').getByRole('alert');
    const lines = await failure.evaluate((element) => {
      const text = element.lastChild as Text;
      const range = document.createRange();
      range.setStart(text, text.data.indexOf('submit'));
      range.setEnd(text, text.data.indexOf(' failed'));
      return range.getClientRects().length;
    });
    expect(lines, 'lines of "submitFeedback"').toBe(1);
    await setTextSize(page, 16);
  },
);

journey(
  'at 320 px, the whole name is in the header with text of 200 % in a style',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await visit('/');
    await addStyle(page, 'html { font-size: 200% }');
    const cut = (name: Element) => name.scrollWidth - name.clientWidth;
    expect(await page.locator('.logo span').evaluate(cut)).toBe(0);
  },
);
