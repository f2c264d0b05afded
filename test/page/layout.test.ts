import type { Locator } from 'playwright-core';
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
import { visibilityOf } from './fixtures/visibilityOf.ts';

journey(
  'a card is 320 × 160 px, and the message has twelve rows',
  async ({ page, feedback, open }) => {
    await open('daily-harvest');
    await feedback.liveForm.waitFor();
    const boxes = await Promise.all((await page.locator('.help-card').all()).map(boxOf));
    expect(boxes).toMatchObject(Array(3).fill({ width: 320, height: 160 }));
    await expect(feedback.message).toHaveAttribute('rows', '12');
  },
);

journey(
  'on a wide screen, the form fits into 900 px, and cards, fields and Submit have their places',
  async ({ page, feedback: { form, liveForm, message, subject, submit }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    for (const width of [992, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await boxOf(page.locator('.help-card').first())).toMatchObject({
        y: 168,
        bottom: 328,
      });
      expect(await boxOf(form)).toMatchObject({ y: 352, bottom: 896 });
      expect(await boxOf(form.locator('.form-intro'))).toMatchObject({ y: 364, width: 288 });
      expect(await boxOf(subject)).toMatchObject({ y: 408, bottom: 452 });
      expect(await boxOf(message)).toMatchObject({ y: 500, bottom: 812 });
      expect(await boxOf(submit)).toMatchObject({ y: 828, bottom: 872 });
    }
  },
);

journey(
  'the page has the theme colours of the specification',
  async ({ page, feedback: { liveForm }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    const colors = await page.locator('body, h1, .help-card a').evaluateAll((all) =>
      all.map((element) => ({
        background: getComputedStyle(element).backgroundColor,
        text: getComputedStyle(element).color,
        mark: getComputedStyle(element, '::after').borderColor,
      })),
    );
    expect(colors[0]).toMatchObject({ background: 'rgb(252, 252, 247)', text: 'rgb(82, 82, 82)' });
    expect(colors[1]).toMatchObject({ background: 'rgb(7, 22, 48)' });
    expect(colors[2]).toMatchObject({ mark: 'rgb(21, 112, 239)' });
  },
);

journey(
  'cards and sheet have a line of 1 px with a contrast of at least 1.4:1 to the page',
  async ({ page, feedback: { liveForm }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    const lines = await page.locator('.help-card, .form-sheet').evaluateAll((all) =>
      all.map((element) => {
        const { borderTopWidth: width, borderTopColor: color } = getComputedStyle(element);
        return { width, color, page: getComputedStyle(document.body).backgroundColor };
      }),
    );
    expect(lines.map(({ width }) => width)).toEqual(Array(4).fill('1px'));
    const contrasts = lines.map((line) => contrastRatio(line.color, line.page));
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(1.4);
  },
);

const ringOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth} ${outlineColor}`;
  });

journey(
  'a field that has the focus has a ring in the secondary colour',
  async ({ feedback: { message }, open }) => {
    await open('daily-harvest');
    await message.focus();
    expect(await ringOf(message)).toBe('solid 3px rgb(21, 112, 239)');
  },
);

journey(
  'text in a script from right to left stands at the right of its field',
  async ({ feedback: { message }, open }) => {
    await open('daily-harvest');
    await message.fill('שלום');
    expect(await message.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
  },
);

journey(
  'an outcome or a receipt that has the focus has a ring',
  async ({ feedback: { fill, outcome, subject }, open }) => {
    for (const [briefId, title] of [
      ['broken-submission', 'Not sent'],
      ['daily-harvest', 'Sent at'],
    ] as const) {
      await open(briefId);
      await fill(sampleMessage);
      await subject.press('Enter');
      const ring = () => ringOf(outcome(title));
      await expect.poll(ring).toBe('solid 3px rgb(21, 112, 239)');
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

journey(
  'a kept text stands beside the fields, within the form, and moves nothing',
  async ({ page, feedback: { form, kept, submit, subject }, open }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('missing-submission');
    await submit.waitFor();
    const before = [await boxOf(subject), await boxOf(submit)];
    await states.conflict.reach(page);
    await kept.getByText('Your message was not sent after all.').waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    expect([await boxOf(subject), await boxOf(submit)]).toEqual(before);
    const list = await boxOf(kept);
    expect(list.right).toBeLessThan((await boxOf(subject)).x);
    expect(list.bottom).toBeLessThanOrEqual((await boxOf(form)).bottom);
  },
);

journey('on a phone, a link leads to the form', async ({ page, feedback: { submit }, visit }) => {
  const link = page.getByRole('link', { name: 'Write to the editor' });
  await visit('/3141592/daily-harvest/contact');
  await submit.waitFor();
  expect(await visibilityOf(link), 'on a wide screen').toBe('hidden');
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
    expect(await visibilityOf(heading)).toBe('visible');
    for (const part of [alerts.first(), submit, page.getByRole('contentinfo'), message]) {
      expect(await visibilityOf(part)).toBe('hidden');
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

journey(
  'links, menus, receipts and icons of new tabs have marks in the secondary colour, of contrast 3:1',
  async ({ page, feedback: { receipt, send }, open }) => {
    await open('daily-harvest');
    await send();
    await receipt.waitFor();
    await page.getByRole('button', { name: 'Advertise' }).click();
    const wide = await page.evaluate(findMarks);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Advertise' }).click();
    const narrow = await page.evaluate(findMarks);
    const namesOf = (marks: typeof wide) => [...new Set(marks.map(({ name }) => name))].sort();
    expect(namesOf(wide)).toEqual(['A::after', 'BUTTON::after', 'SUMMARY::marker', 'path']);
    expect(namesOf(narrow)).toEqual(namesOf(wide));
    const pale = [...wide, ...narrow].filter(
      ({ color, around }) => contrastRatio(color, around) < 3,
    );
    expect(pale).toEqual([]);
  },
);

journey(
  'a receipt is white, a message that is not confirmed yellow, and one that was not sent red',
  async ({ feedback: { outcome, send }, open }) => {
    for (const { briefId, tint } of [
      { briefId: 'daily-harvest', tint: 'rgb(255, 255, 255)' },
      { briefId: 'used-captcha-submission', tint: 'rgb(255, 247, 229)' },
      { briefId: 'missing-submission', tint: 'rgb(253, 234, 232)' },
    ]) {
      await open(briefId);
      await send();
      const shown = outcome('').evaluate((it) => getComputedStyle(it).backgroundColor);
      expect(await shown, briefId).toBe(tint);
    }
  },
);

journey('links to social media stand in a row', async ({ page, visit }) => {
  await visit('/');
  const links = await page.getByRole('list', { name: 'social media' }).getByRole('link').all();
  const tops = await Promise.all(links.map(async (link) => (await boxOf(link)).y));
  expect(new Set(tops).size, 'rows').toBe(1);
});

journey(
  'on a wide screen, the columns of the footer begin with the help cards and the middle of the last',
  async ({ page, open }) => {
    await open('daily-harvest');
    const leftOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((it) => Math.round(it.getBoundingClientRect().x)));
    for (const width of [992, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [first = 0, second = 0, third = 0] = await leftOf('.help-card');
      expect(await leftOf('footer nav ul')).toEqual([first, second, third, third + 160]);
      expect(await leftOf('footer nav + div > *')).toEqual([first, third]);
    }
  },
);

/** Runs in the page. Lists what is visible in the secondary colour, and the colour of its background. */
function findMarks() {
  const backgroundOf = (element: Element | null): string => {
    const { backgroundColor } = element ? getComputedStyle(element) : { backgroundColor: '' };
    return element && /, 0\)$/.test(backgroundColor)
      ? backgroundOf(element.parentElement)
      : backgroundColor;
  };
  const marks: { name: string; color: string; around: string }[] = [];
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility()) continue;

    for (const pseudo of ['', '::after', '::marker']) {
      const { color, content, display } = getComputedStyle(element, pseudo);
      const isText = pseudo === '' && element.tagName !== 'path';
      const isMissing = pseudo === '::after' ? content === 'none' : pseudo && display === 'none';
      const isMarker = pseudo === '::marker' && element.tagName !== 'SUMMARY';
      if (isText || isMissing || isMarker || color !== 'rgb(21, 112, 239)') continue;

      marks.push({ name: element.tagName + pseudo, color, around: backgroundOf(element) });
    }
  }
  return marks;
}

journey('a single third card has the rows of the others', async ({ page, open }) => {
  await open('daily-harvest');
  await page.setViewportSize({ width: 768, height: 900 });
  const rowsOf = (cards: Element[]) =>
    cards.map((card) => {
      const { top } = card.getBoundingClientRect();
      return [...card.querySelectorAll('li')].map((it) => it.getBoundingClientRect().top - top);
    });
  const [first, , third] = await page.locator('.help-card').evaluateAll(rowsOf);
  expect(third).toEqual(first);
});

journey('a stacked card has no hole below a short title', async ({ page, open }) => {
  await open('daily-harvest');
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const card = page.locator('.help-card').last();
    const [title, link] = [
      await boxOf(card.locator('h2')),
      await boxOf(card.getByRole('link').first()),
    ];
    expect({ width, hole: link.y - title.bottom }).toEqual({ width, hole: 4 });
    expect((await boxOf(card)).height).toBe(160);
  }
});

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
  'at 320 px, the whole name is in the header with text of 200 %',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await visit('/');
    const name = page.locator('.logo span');
    await addStyle(page, 'html { font-size: 200% }');
    expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth), 'as a style').toBe(0);
    await addStyle(page, '');
    await setTextSize(page, 32);
    expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth), 'as a setting').toBe(0);
    await setTextSize(page, 16);
  },
);
