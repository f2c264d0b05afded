import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { emptyFields } from '../../client/feedback/messageFields.ts';
import { boxOf } from '../support/browser/boxOf.ts';
import { sampleMessage } from '../support/browser/feedbackPage.ts';
import { expectFocus } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

function partsOf(page: Page) {
  return {
    logo: page.getByRole('banner').getByRole('link', { name: 'Briefly', exact: true }),
    cards: page.locator('.help-card'),
    footer: page.getByRole('navigation', { name: 'Footer' }),
    formHeading: page.getByRole('heading', { name: 'Contact the editor' }),
    jumpLink: page.getByRole('link', { name: 'Write to the editor' }),
  };
}

journey(
  'at 1280 × 900 px, the cards, the heading of the form and its fields are where they belong, in full',
  async ({ page, feedback: { form, heading, subject, message, submit }, visit }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit('/3141592/daily-harvest/contact');
    await submit.waitFor();
    const { logo, cards, footer, formHeading } = partsOf(page);
    for (const part of [logo, heading, formHeading, footer]) {
      expect((await boxOf(part)).x).toBe(144);
    }
    const boxes = await Promise.all((await cards.all()).map(boxOf));
    expect(boxes).toMatchObject([
      { x: 144, y: 168, width: 320, height: 160 },
      { x: 480, y: 168, width: 320, height: 160 },
      { x: 816, y: 168, width: 320, height: 160 },
    ]);
    expect(await boxOf(subject)).toMatchObject({ x: 504, y: 408, right: 1112, height: 44 });
    // Twelve rows of 24 px.
    expect(await boxOf(message)).toMatchObject({ x: 504, height: 12 * 24 + 24 });
    const { bottom } = await boxOf(form);
    expect(await boxOf(submit)).toMatchObject({ x: 504, height: 44, bottom: bottom - 24 });
  },
);

journey(
  'the page has the four theme colours, and its message is written from right to left where it should be',
  async ({ page, feedback: { message }, open }) => {
    await open('daily-harvest');
    await message.fill('שלום');
    const styles = (all: Element[]) =>
      all.map((element) => {
        const { backgroundColor, color, direction, outlineColor } = getComputedStyle(element);
        return { backgroundColor, color, direction, outlineColor };
      });
    expect(await page.locator('body, h1, #message').evaluateAll(styles)).toMatchObject([
      { backgroundColor: 'rgb(252, 252, 247)', color: 'rgb(82, 82, 82)' },
      { backgroundColor: 'rgb(7, 22, 48)' },
      { color: 'rgb(7, 22, 48)', outlineColor: 'rgb(21, 112, 239)', direction: 'rtl' },
    ]);
  },
);

journey(
  'at every width all parts of the page share both edges, and the cards are centred',
  async ({ page, feedback: { heading, helpLinks, form, submit }, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    await submit.waitFor();
    const { cards, footer, jumpLink } = partsOf(page);
    for (const [width, submitWidth, x, right] of [
      [320, 288, 16, 304],
      [600, 536, 32, 568],
      [768, 128, 56, 712],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      for (const part of [heading, helpLinks, form, footer, ...(width < 688 ? [jumpLink] : [])]) {
        expect(await boxOf(part), `${width} px`).toMatchObject({ x, right });
      }
      // The third stands alone in its row.
      const card = await boxOf(cards.last());
      expect(card.x + card.right, `${width} px`).toBe(width);
      expect(await visibilityOf(jumpLink)).toBe(width < 688 ? 'visible' : 'hidden');
      expect((await boxOf(submit)).width).toBe(submitWidth);
    }
    const { bottom } = await boxOf(form);
    expect((await boxOf(submit)).bottom, 'at 768 px').toBe(bottom - 24);
  },
);

journey(
  'what has become of a message stands left of Submit and moves nothing',
  async ({ page, feedback: { alerts, fill, message, outcome, submit }, open }) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    await open('broken-submission');
    await fill({ ...sampleMessage, subject: 'Unbroken'.repeat(12) });
    await submit.hover();
    const before = [await boxOf(message), await boxOf(submit)];
    await submit.click();
    await outcome('Not sent').waitFor();
    await expect.poll(() => alerts.count()).toBe(2);
    expect([await boxOf(message), await boxOf(submit)]).toEqual(before);
    const { x, bottom } = await boxOf(submit);
    const block = await boxOf(outcome('Not sent'));
    expect(block).toMatchObject({ width: 288, bottom });
    expect(block.right).toBeLessThan(x);
    expect(await boxOf(alerts.last())).toMatchObject({ right: 976, bottom: 876, width: 440 });
    await page.keyboard.press('Tab');
    await expectFocus(submit);
  },
);

journey(
  'on a phone, what has become of a message stands below Submit, and it and a kept text end above the alerts',
  async ({ page, feedback: { alerts, kept, outcome, send, submit }, open }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await open('missing-submission');
    await send();
    const spaceAbove = async (part: typeof kept) =>
      (await boxOf(alerts.first())).y - (await boxOf(part)).bottom;
    await expect.poll(() => spaceAbove(outcome('Not sent'))).toBeGreaterThanOrEqual(16);
    expect((await boxOf(outcome('Not sent'))).y - (await boxOf(submit)).bottom).toBe(12);
    await open('missing-submission', '?another');
    await states.conflict.reach(page);
    await expect.poll(() => spaceAbove(kept)).toBeCloseTo(16, 0);
    await expectFocus(kept);
  },
);

journey(
  'several kept texts are one list beside the fields, which moves nothing and scrolls to a focused button',
  async ({ page, feedback: { form, kept, submit, subject }, open }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('missing-submission');
    await submit.waitFor();
    const before = [await boxOf(subject), await boxOf(submit)];
    await states.several.reach(page);
    await kept.getByText('4 messages were not sent after all.').waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    expect([await boxOf(subject), await boxOf(submit)]).toEqual(before);
    const list = await boxOf(kept);
    expect(list).toMatchObject({ x: 144, right: 432 });
    expect(list.bottom).toBeLessThanOrEqual((await boxOf(form)).bottom);
    const last = kept.getByRole('button', { name: 'Discard' }).last();
    expect((await boxOf(last)).bottom).toBeGreaterThan(list.bottom);
    await last.focus();
    expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(kept)).bottom);
    const cutTexts = (all: Element[]) =>
      all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent);
    expect(await kept.locator('li > p').evaluateAll(cutTexts)).toEqual([]);
  },
);

journey(
  'a discarded text is in line with the icon that was there',
  async ({ page, feedback: { kept }, open }) => {
    await open('missing-submission');
    await states.conflict.reach(page);
    const { x } = await boxOf(kept.locator('svg'));
    await kept.getByRole('button', { name: 'Discard' }).click();
    expect((await boxOf(kept.getByText('Discarded.'))).x).toBe(x);
  },
);

journey('on a phone, a link leads to the form', async ({ page, feedback: { submit }, visit }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await visit('/3141592/daily-harvest/contact');
  await submit.waitFor();
  const { formHeading, jumpLink } = partsOf(page);
  const address = page.url();
  await jumpLink.click();
  await expectFocus(formHeading);
  expect((await boxOf(formHeading)).y).toBe(72);
  expect(page.url()).toBe(address);
});

journey(
  'a printed page has the whole message on one sheet, without the field, the alerts and the links',
  async ({ page, feedback: { alerts, fill, heading, message, send, submit }, open }) => {
    await open('missing-submission');
    await send();
    await expect.poll(() => alerts.count()).toBe(2);
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
