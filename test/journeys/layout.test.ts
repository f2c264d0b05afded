import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isFocused } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

/** In CSS pixels of the viewport. */
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not visible`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

function partsOf(page: Page) {
  const form = page.getByRole('form');
  return {
    ...feedbackPage(page),
    logo: page.getByRole('banner').getByRole('link', { name: 'Briefly', exact: true }),
    cards: page.getByTestId('help-links').locator('.help-card'),
    form,
    formHeading: page.getByRole('heading', { name: 'Contact the editor' }),
    jumpLink: page.getByRole('link', { name: 'Write to the editor' }),
    kept: page.getByRole('group', { name: 'Kept text' }),
  };
}

journey(
  'at 1280 × 900 px, the cards, the heading of the form and its fields are where they belong, in full',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit('/3141592/daily-harvest/contact');
    const { logo, heading, cards, form, formHeading, subject, message, submit } = partsOf(page);
    await submit.waitFor();
    const aboutUs = page.getByRole('link', { name: 'About us' });
    for (const part of [logo, heading, cards.first(), formHeading, aboutUs]) {
      expect((await boxOf(part)).x).toBe(144);
    }
    const sides = await Promise.all((await cards.all()).map(boxOf));
    expect(sides.map(({ x, y, right, bottom }) => [x, y, right, bottom])).toEqual([
      [144, 168, 464, 328],
      [480, 168, 800, 328],
      [816, 168, 1136, 328],
    ]);
    expect((await boxOf(form)).bottom).toBe(896);
    expect(await boxOf(subject)).toMatchObject({ x: 504, y: 408, right: 1112, height: 44 });
    // Twelve rows of 24 px.
    expect(await boxOf(message)).toMatchObject({ x: 504, height: 12 * 24 + 24 });
    expect(await boxOf(submit)).toMatchObject({ x: 504, y: 828, height: 44 });
    expect(await boxOf(page.getByRole('link', { name: 'Resubscribe me' }))).toMatchObject({
      height: 44,
    });
  },
);

for (const { width, edges, submitWidth } of [
  { width: 320, edges: [16, 304], submitWidth: 288 },
  { width: 375, edges: [27.5, 347.5], submitWidth: 320 },
  { width: 600, edges: [32, 568], submitWidth: 536 },
  { width: 768, edges: [56, 712], submitWidth: 128 },
  { width: 1000, edges: [12, 988], submitWidth: 128 },
]) {
  journey(
    `at ${width} px, all parts of the page share both edges, and nothing scrolls sideways`,
    async ({ page, visit }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit('/3141592/daily-harvest/contact');
      const { heading, helpLinks, form, jumpLink, submit } = partsOf(page);
      await submit.waitFor();
      const isPhone = width < 688;
      const footer = page.getByRole('navigation', { name: 'Footer' });
      const parts = [heading, helpLinks, form, footer, ...(isPhone ? [jumpLink] : [])];
      for (const part of parts) {
        const { x, right } = await boxOf(part);
        expect([x, right]).toEqual(edges);
      }
      expect(await jumpLink.isVisible()).toBe(isPhone);
      expect((await boxOf(submit)).width).toBe(submitWidth);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    },
  );
}

for (const width of [1000, 1280, 1920]) {
  journey(
    `at ${width} px, what has become of a message stands left of Submit, and moves nothing`,
    async ({ page, visit, withSuffix }) => {
      await page.setViewportSize({ width, height: 900 });
      await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
      const { alerts, fill, message, outcome, submit } = partsOf(page);
      await fill({ ...sampleMessage, subject: 'Unbroken'.repeat(12) });
      const before = [await boxOf(message), await boxOf(submit)];
      await submit.click();
      await outcome('Not sent').waitFor();
      await expect.poll(() => alerts.count()).toBe(2);
      expect([await boxOf(message), await boxOf(submit)]).toEqual(before);
      const block = await boxOf(outcome('Not sent'));
      const { x, right, bottom } = await boxOf(submit);
      expect(block).toMatchObject({ width: 288, bottom });
      expect(block.right).toBeLessThan(x);
      expect((await boxOf(alerts.first())).x).toBeGreaterThan(right);
      const newest = { right: width - 24, bottom: 900 - 24, width: 440 };
      expect(await boxOf(alerts.last())).toMatchObject(newest);
      await page.keyboard.press('Tab');
      expect(await isFocused(submit)).toBe(true);
    },
  );
}

journey(
  'on a phone, what has become of a message stands below Submit and ends above the alerts',
  async ({ page, visit, withSuffix }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    const { alerts, fill, outcome, submit } = partsOf(page);
    await fill(sampleMessage);
    await page.evaluate(() => window.scrollTo(0, 0));
    await submit.press('Enter');
    await outcome('Not sent').waitFor();
    await expect.poll(() => alerts.count()).toBe(2);
    const gapTo = async (next: Locator, part: Locator) =>
      (await boxOf(next)).y - (await boxOf(part)).bottom;
    await expect.poll(() => gapTo(alerts.first(), outcome('Not sent'))).toBeCloseTo(16, 0);
    expect(await gapTo(outcome('Not sent'), submit)).toBe(12);
  },
);

journey(
  'several kept texts are one list beside the fields, which moves nothing and scrolls to a focused button',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit(states.several.path(crypto.randomUUID()));
    const { form, kept, submit, subject } = partsOf(page);
    const before = [await boxOf(subject), await boxOf(submit)];
    await states.several.reach(page);
    await kept.getByText('4 messages were not sent after all.').waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    expect([await boxOf(subject), await boxOf(submit)]).toEqual(before);
    const list = await boxOf(kept);
    expect([list.x, list.right]).toEqual([144, 432]);
    expect(list.bottom).toBeLessThanOrEqual((await boxOf(form)).bottom);
    const last = kept.getByRole('button', { name: 'Discard' }).last();
    expect((await boxOf(last)).bottom).toBeGreaterThan(list.bottom);
    await last.focus();
    expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(kept)).bottom);
    const texts = kept.locator('li > p');
    expect(await texts.evaluateAll((all) => all.map((it) => it.scrollWidth))).toEqual(
      await texts.evaluateAll((all) => all.map((it) => it.clientWidth)),
    );
  },
);

for (const { state, title } of [
  { state: 'conflict', title: 'a kept text ends above the alerts' },
  { state: 'several', title: 'a list of kept texts that is too high for that shows its start' },
] as const) {
  journey(`on a phone, ${title}, and has the focus`, async ({ page, visit }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await visit(states[state].path(crypto.randomUUID()));
    const { alerts, kept } = partsOf(page);
    await states[state].reach(page);
    const distance = async () =>
      state === 'several'
        ? (await boxOf(kept)).y - 72
        : (await boxOf(alerts.first())).y - (await boxOf(kept)).bottom - 16;
    await expect.poll(distance).toBeCloseTo(0, 0);
    expect(await isFocused(kept)).toBe(true);
  });
}

journey(
  'on a phone, the menu opens without moving the page, and a link leads to the form',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await visit('/3141592/daily-harvest/contact');
    const { formHeading, heading, jumpLink, logo, submit } = partsOf(page);
    await submit.waitFor();
    const before = [await boxOf(logo), await boxOf(heading)];
    await page.getByRole('button', { name: 'Menu' }).click();
    expect([await boxOf(logo), await boxOf(heading)]).toEqual(before);
    await page.keyboard.press('Escape');

    const address = page.url();
    await jumpLink.click();
    expect(await isFocused(formHeading)).toBe(true);
    expect((await boxOf(formHeading)).y).toBe(72);
    expect(page.url()).toBe(address);
  },
);

journey(
  'a printed page has the whole message on one sheet, without the field, the alerts and the links',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    const { alerts, fill, heading, message, outcome, subject, submit } = partsOf(page);
    await fill(sampleMessage);
    await submit.click();
    await outcome('Not sent').waitFor();
    const written = { subject: 'Long'.repeat(25), message: 'Line by line. '.repeat(35) };
    await fill(written);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await heading.isVisible()).toBe(true);
    for (const part of [alerts.first(), submit, page.getByRole('contentinfo'), subject, message]) {
      expect(await part.isVisible()).toBe(false);
    }
    const printed = await page
      .locator('.field')
      .evaluateAll((all) => all.map((it) => getComputedStyle(it, '::after').content));
    expect(printed).toEqual(Object.values(written).map((text) => `"${text}"`));
    await page.emulateMedia({ media: null });
  },
);
