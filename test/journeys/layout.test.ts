import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isFocused } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not visible`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

const overlaps = (a: Awaited<ReturnType<typeof boxOf>>, b: typeof a) =>
  a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;

journey(
  'at 1280 px, everything shares the edges of the cards, and the whole form fits into 900 px',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { heading, helpLinks, message, subject, submit } = feedbackPage(page);
    await submit.waitFor();
    const cards = helpLinks.locator('.help-card');
    const form = page.getByRole('form');
    const aligned = [
      page.getByRole('banner').getByRole('link', { name: 'Briefly', exact: true }),
      heading,
      cards.first(),
      form,
      page.getByRole('link', { name: 'About us' }),
    ];
    const edges = await Promise.all(aligned.map(async (it) => (await boxOf(it)).x));
    expect(edges).toEqual(edges.map(() => 144));
    expect((await boxOf(form)).right).toBe((await boxOf(cards.last())).right);
    for (const it of [subject, message, submit]) {
      expect((await boxOf(it)).x).toBe((await boxOf(cards.nth(1))).x + 24);
    }
    expect(await boxOf(subject)).toMatchObject({ y: 408, width: 608 });
    expect(await boxOf(submit)).toMatchObject({ y: 828, height: 44 });
    expect((await boxOf(form)).bottom).toBe(896);
    const controls = [subject, submit, page.getByRole('link', { name: 'Resubscribe me' })];
    const heights = await Promise.all(controls.map(async (it) => (await boxOf(it)).height));
    expect(heights).toEqual([44, 44, 44]);
    const shortest = await boxOf(page.getByRole('link', { name: 'X (opens in a new tab)' }));
    expect(Math.min(shortest.width, shortest.height)).toBeGreaterThanOrEqual(24);
  },
);

journey(
  'the cards, the form and its fields share both edges at 320, 375 and 768 px, and nothing scrolls sideways',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { helpLinks, submit, subject } = feedbackPage(page);
    await submit.waitFor();
    const jumpLink = page.getByRole('link', { name: 'Write to the editor' });
    for (const { width, content, hasJumpLink } of [
      { width: 320, content: [16, 304], hasJumpLink: true },
      { width: 375, content: [27.5, 347.5], hasJumpLink: true },
      { width: 768, content: [56, 712], hasJumpLink: false },
    ]) {
      await page.setViewportSize({ width, height: 800 });
      const edgesOf = async (locator: Locator) => {
        const { x, right } = await boxOf(locator);
        return [x, right];
      };
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await edgesOf(page.getByRole('form'))).toEqual(content);
      const first = await boxOf(helpLinks.locator('.help-card').first());
      const second = await boxOf(helpLinks.locator('.help-card').nth(1));
      expect([first.x, second.right]).toEqual(content);
      if (hasJumpLink) {
        expect(await edgesOf(subject)).toEqual(content);
        expect(await edgesOf(jumpLink)).toEqual(content);
        expect((await boxOf(jumpLink)).height).toBe(44);
      } else {
        expect(await jumpLink.isVisible()).toBe(false);
      }
    }
  },
);

for (const width of [1000, 1280, 1920]) {
  journey(
    `at ${width} px, neither Submit nor the fields move when a message fails, and no alert covers what became of it`,
    async ({ page, visit, withSuffix }) => {
      await page.setViewportSize({ width, height: 900 });
      await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
      const { alerts, fill, message, submit, outcome } = feedbackPage(page);
      await fill({ ...sampleMessage, subject: 'Unbroken'.repeat(12) });
      const boxes = async () => {
        const { y: formTop } = await boxOf(page.getByRole('form'));
        const fields = [await boxOf(message), await boxOf(submit)];
        return fields.map(({ x, y, width, height }) => [x, y - formTop, width, height]);
      };
      const before = await boxes();
      await submit.click();
      await outcome('Not sent').waitFor();
      await expect.poll(() => alerts.count()).toBe(2);
      expect(await boxes()).toEqual(before);
      const { x: alertLeft } = await boxOf(alerts.first());
      expect((await boxOf(outcome('Not sent'))).right).toBeLessThan(alertLeft);
      expect((await boxOf(submit)).right).toBeLessThan(alertLeft);
    },
  );
}

journey(
  'on a phone, the menu opens without moving the logo, and a link leads to the form',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await visit('/3141592/daily-harvest/contact');
    const { submit } = feedbackPage(page);
    await submit.waitFor();
    const logo = page.getByRole('banner').getByRole('link', { name: 'Briefly', exact: true });
    const before = [await boxOf(logo), await boxOf(page.getByRole('main'))];
    await page.getByRole('button', { name: 'Menu' }).click();
    expect([await boxOf(logo), await boxOf(page.getByRole('main'))]).toEqual(before);
    await page.keyboard.press('Escape');

    const address = page.url();
    await page.getByRole('link', { name: 'Write to the editor' }).click();
    const form = page.getByRole('heading', { name: 'Contact the editor' });
    expect(await isFocused(form)).toBe(true);
    expect((await boxOf(form)).y).toBeLessThan(200);
    expect(page.url()).toBe(address);
  },
);

for (const height of [640, 812]) {
  journey(
    `at 375 × ${height} px, alerts cover neither Submit nor the notice about a failed message`,
    async ({ page, visit, withSuffix }) => {
      await page.setViewportSize({ width: 375, height });
      await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
      const { alerts, submit } = feedbackPage(page);
      const stack = page.getByRole('region', { name: 'Notifications' });
      const notice = page.locator('.notice');
      await states.conflict.reach(page);
      await expect.poll(() => alerts.count()).toBe(2);
      const isRevealed = async () => {
        const { y, bottom } = await boxOf(notice);
        return y >= 64 && bottom <= (await boxOf(alerts.first())).y - 16;
      };
      await expect.poll(isRevealed).toBe(true);
      expect(overlaps(await boxOf(submit), await boxOf(stack))).toBe(false);
      expect(await isFocused(notice)).toBe(true);
    },
  );
}

journey(
  'at 1280 × 900 px, the whole form is visible and sending a message scrolls nothing',
  async ({ page, visit, withSuffix }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    const { fill, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    expect((await boxOf(submit)).bottom).toBeLessThan(900);
    await submit.press('Enter');
    await thankYou.waitFor();
    await page.getByText('Sent at').waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  },
);

journey(
  'the thanks for a message do not cover Submit on a phone',
  async ({ page, visit, withSuffix }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await visit(`/3141592/${withSuffix('slow-submission')}/contact`);
    const { fill, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    await page.evaluate(() => window.scrollTo(0, 0));
    await submit.press('Enter');
    await thankYou.waitFor();
    const stack = page.getByRole('region', { name: 'Notifications' });
    await expect.poll(async () => overlaps(await boxOf(submit), await boxOf(stack))).toBe(false);
    expect((await boxOf(submit)).bottom).toBeLessThan(640);
  },
);

journey(
  'a printed page has the whole message on one sheet, without alerts and links',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    const { alerts, fill, message, submit } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await expect.poll(() => alerts.count()).toBe(2);
    const written = {
      subject: 'Long'.repeat(25),
      message: `${'A line of the message.\n'.repeat(20)}The end.`,
    };
    await fill(written);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
    expect(await alerts.first().isVisible()).toBe(false);
    expect(await message.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    await page.emulateMedia({ media: null });
  },
);
