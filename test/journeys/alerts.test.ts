import type { Locator } from 'playwright-core';
import { boxOf } from '../support/browser/boxOf.ts';
import { findViolations } from '../support/browser/findViolations.ts';
import { expectFocus } from '../support/browser/focus.ts';
import { clockJourney, journey } from '../support/browser/journey.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

clockJourney(
  'an alert that appears under a resting pointer is dismissed, but not while the pointer moves over it or the focus is inside it',
  async ({ page, feedback: { alerts, tryAgain }, visit, expect }) => {
    await visit('/3141592/broken-brief/contact');
    await alerts.waitFor();
    await page.mouse.move(1200, 750);
    await page.mouse.move(0, 0);
    await page.clock.runFor(5000);
    expect(await alerts.count()).toBe(0);
    await page.mouse.move(1200, 750);

    await tryAgain.press('Enter');
    await alerts.and(page.locator(':hover')).waitFor();
    await page.clock.runFor(5000);
    expect(await alerts.count()).toBe(0);

    await tryAgain.press('Enter');
    await alerts.waitFor();
    await page.mouse.move(1201, 751);
    await page.clock.runFor(20_000);
    await alerts.getByRole('button').focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    expect(await visibilityOf(alerts)).toBe('visible');
    await tryAgain.focus();
    await page.clock.runFor(5000);
    expect(await alerts.count()).toBe(0);
  },
);

journey(
  'a success appears in a live region that was there before it, and alerts stand in the order in which they came',
  async ({ page, feedback: { alerts, send }, open, expect }) => {
    await open('missing-submission');
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
    const region = await page.locator('section [role=status]').last().elementHandle();
    for (const count of [2, 4]) {
      await send();
      await expect.poll(() => alerts.count()).toBe(count);
    }
    expect(await region?.textContent()).toMatch(/^Thank you!/);
    const thankYou = expect.stringMatching(/^Thank you!/);
    const error = expect.stringMatching(/^Error: submitFeedback/);
    expect(await alerts.allTextContents()).toEqual([thankYou, error, thankYou, error]);
  },
);

journey(
  'closing alerts with the keyboard moves the focus to another one, then to the heading without scrolling',
  async ({ page, feedback: { alerts, focused, heading, tryAgain }, visit, expect }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await visit('/3141592/broken-brief/contact');
    await tryAgain.click();
    await expect.poll(() => alerts.count()).toBe(2);
    const close = page.getByRole('button', { name: 'Close alert' });
    await page.getByRole('contentinfo').getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => alerts.count()).toBe(1);
    await close.and(focused).waitFor();
    await page.keyboard.press('Enter');
    await expectFocus(heading);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  },
);

journey(
  'a stack of eight alerts stays on a screen of 640 px, scrolls to the newest, and fades instead of being cut',
  async ({ page, feedback: { alerts, tryAgain }, visit, expect }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/3141592/broken-brief/contact');
    for (let count = 1; count <= 8; count++) {
      await expect.poll(() => alerts.count()).toBe(count);
      if (count < 8) await tryAgain.press('Enter');
    }
    const stack = page.getByRole('region', { name: 'Notifications' });
    const { y: top } = await boxOf(stack);
    expect(top).toBeGreaterThan(300);
    const mask = await stack.evaluate((it) => getComputedStyle(it).maskImage);
    expect(mask).toMatch(/^linear-gradient\(.* 24px\)$/);
    const cutHeight = async (alert: Locator) => {
      const { y, bottom } = await boxOf(alert);
      return Math.max(0, top + 24 - y, bottom - 640);
    };
    await expect.poll(() => cutHeight(alerts.last())).toBe(0);
    await alerts.first().getByRole('button').focus();
    expect(await cutHeight(alerts.first())).toBe(0);
  },
);

journey(
  'Escape closes the newest alert while the focus is in the stack, and nothing otherwise',
  async ({ page, feedback: { alerts, heading, tryAgain }, visit, expect }) => {
    await visit('/3141592/broken-brief/contact');
    await tryAgain.press('Enter');
    await expect.poll(() => alerts.count()).toBe(2);
    const newest = await alerts.last().elementHandle();
    await tryAgain.press('Escape');
    expect(await alerts.count()).toBe(2);
    await alerts.first().getByRole('button').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => alerts.count()).toBe(1);
    expect(await newest?.evaluate((element) => element.isConnected)).toBe(false);
    await page.keyboard.press('Escape');
    await expect.poll(() => alerts.count()).toBe(0);
    await expectFocus(heading);
  },
);

journey(
  'a response that is shown as an alert has six lines at most, and scrolls by the keyboard, too',
  async ({ page, feedback: { alert, focused, send }, open, expect }) => {
    const body = `<p>${'line\n'.repeat(40)}last</p>`;
    await page.route('**/form-submit', (route) => route.fulfill({ status: 500, body }));
    await open('daily-harvest');
    await send();
    const raw = alert('<p>line');
    await raw.waitFor();
    const { height } = await boxOf(raw);
    expect(height).toBeLessThan(6 * 24 + 32);
    await raw.getByRole('button').focus();
    await page.keyboard.press('Shift+Tab');
    await focused.filter({ hasText: 'last' }).waitFor();
    await page.keyboard.press('End');
    const text = raw.getByRole('alert');
    await expect
      .poll(() => text.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop))
      .toBeLessThan(2);
    expect(await findViolations(page)).toEqual([]);
  },
);

journey.for([
  [1366, 650],
  [1000, 600],
  [768, 700],
  [600, 800],
  [375, 640],
] as const)(
  'at %i × %i px, four alerts cover neither Submit nor the outcome',
  async ([width, height], { page, feedback, open, expect }) => {
    const { alerts, outcome, send, submit } = feedback;
    await page.setViewportSize({ width, height });
    await open('missing-submission');
    for (const count of [2, 4]) {
      await send();
      await expect.poll(() => alerts.count()).toBe(count);
    }
    for (const part of [submit, outcome('Not sent')]) {
      const isCovered = (element: Element) => {
        const { x, y, right, bottom } = element.getBoundingClientRect();
        const corners = [
          [x + 4, y + 4],
          [right - 4, bottom - 4],
        ] as const;
        return corners.some(
          ([left, top]) => !element.contains(document.elementFromPoint(left, top)),
        );
      };
      await expect.poll(() => part.evaluate(isCovered)).toBe(false);
    }
  },
);

journey(
  'at 600 px, the alerts are in line with the margin',
  async ({ page, feedback: { alerts, form, send }, open, expect }) => {
    await page.setViewportSize({ width: 600, height: 800 });
    await open('missing-submission');
    await send();
    await expect.poll(() => alerts.count()).toBe(2);
    expect((await boxOf(alerts.last())).right).toBe((await boxOf(form)).right);
  },
);
