import type { Locator } from 'playwright-core';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { sampleMessage } from './fixtures/feedbackPage.ts';
import { findViolations } from './fixtures/findViolations.ts';
import { expectFocus } from './fixtures/focus.ts';
import { clockJourney, journey } from './fixtures/journey.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

clockJourney(
  'an alert is held while the pointer moves over it or the focus is inside, not under a resting pointer',
  async ({ page, feedback: { alerts, tryAgain }, visit }) => {
    await visit('/3141592/broken-brief/contact');
    await alerts.waitFor();
    await page.mouse.move(1200, 750);
    await page.mouse.move(0, 0);
    await page.clock.runFor(5000);
    await expect(alerts).toHaveCount(0);
    await page.mouse.move(1200, 750);

    await tryAgain.press('Enter');
    await alerts.and(page.locator(':hover')).waitFor();
    await page.clock.runFor(5000);
    await expect(alerts).toHaveCount(0);

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
    await expect(alerts).toHaveCount(0);
  },
);

journey(
  'a success appears in a live region that was there before it, and alerts stand in order',
  async ({ page, feedback: { alerts, send }, open }) => {
    await open('missing-submission');
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
    const region = await page.locator('section [role=status]').last().elementHandle();
    for (const count of [2, 4]) {
      await send();
      await expect(alerts).toHaveCount(count);
    }
    expect(await region?.textContent()).toMatch(/^Thank you!/);
    const thankYou = /^Thank you!/;
    const error = /^Error: submitFeedback/;
    await expect(alerts).toHaveText([thankYou, error, thankYou, error]);
  },
);

journey(
  'Escape, also held, closes only the alert that has the focus, which stays in the stack',
  async ({ page, feedback: { alerts, focused, heading, tryAgain }, visit }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await visit('/3141592/broken-brief/contact');
    for (const count of [2, 3]) {
      await tryAgain.press('Enter');
      await expect(alerts).toHaveCount(count);
    }
    const [first] = await alerts.elementHandles();
    await tryAgain.press('Escape');
    await expect(alerts).toHaveCount(3);
    await page.getByRole('main').getByRole('link').last().focus();
    await page.keyboard.press('Tab');
    await page.evaluate(() => window.scrollTo(0, 40));
    await page.keyboard.down('Escape');
    // As a key that is held.
    await page.keyboard.down('Escape');
    await page.keyboard.up('Escape');
    await expect(alerts).toHaveCount(2);
    expect(await first?.evaluate((element) => element.isConnected)).toBe(false);
    await page.keyboard.press('Enter');
    await expect(alerts).toHaveCount(1);
    await page.getByRole('button', { name: 'Close alert' }).and(focused).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(heading);
    expect(await page.evaluate(() => window.scrollY)).toBe(40);
  },
);

journey(
  'a stack of eight alerts stays on a screen of 640 px, and scrolls to the newest and to the focus',
  async ({ page, feedback: { alerts, tryAgain }, visit }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/3141592/broken-brief/contact');
    for (let count = 1; count <= 8; count++) {
      await expect(alerts).toHaveCount(count);
      if (count < 8) await tryAgain.press('Enter');
    }
    const { y: top } = await boxOf(page.getByRole('region', { name: 'Notifications' }));
    const isInView = async (alert: Locator) => {
      const { y, bottom } = await boxOf(alert);
      return y >= top && bottom <= 640;
    };
    await expect.poll(() => isInView(alerts.last())).toBe(true);
    await alerts.first().getByRole('button').focus();
    expect(await isInView(alerts.first())).toBe(true);
  },
);

journey(
  'a long response that is shown as an alert scrolls by the keyboard, too',
  async ({ page, feedback: { alert, focused, send }, open }) => {
    const body = `<p>${'line\n'.repeat(40)}last</p>`;
    await page.route('**/form-submit', (route) => route.fulfill({ status: 500, body }));
    await open('daily-harvest');
    await send();
    const raw = alert('<p>line');
    await raw.waitFor();
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
  [1000, 600],
  [375, 640],
  [320, 568],
] as const)(
  'at %i × %i px, the alerts of three failures cover neither Submit nor the outcome',
  async ([width, height], { page, feedback, open }) => {
    const { alerts, outcome, send, submit } = feedback;
    await page.setViewportSize({ width, height });
    await open('missing-submission');
    for (const count of [2, 4, 6]) {
      await send();
      await expect(alerts).toHaveCount(count);
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
  'the wheel scrolls the page over an alert as beside it',
  async ({ page, feedback: { alerts, send }, open }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await open('missing-submission');
    await send();
    await expect(alerts).toHaveCount(2);
    const { x, y } = await boxOf(alerts.first());
    await page.mouse.move(x + 40, y + 20);
    const scrollY = () => page.evaluate(() => window.scrollY);
    const before = await scrollY();
    await page.mouse.wheel(0, -200);
    await expect.poll(scrollY).toBe(before - 200);
  },
);

journey(
  'from what became of a message, Tab reaches the alerts, before the footer',
  async ({ page, feedback: { alerts, outcome, subject, fill }, open }) => {
    await open('broken-submission');
    await fill(sampleMessage);
    await subject.press('Enter');
    await outcome('Not sent').waitFor();
    await expect(alerts).toHaveCount(2);
    await expectFocus(outcome('Not sent'));
    await page.keyboard.press('Tab');
    await expectFocus(alerts.first().getByRole('button'));
    await alerts.last().getByRole('button').focus();
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('contentinfo').getByRole('link').first());
  },
);

journey(
  'an alert says its type to a screen reader, once, and shows it by its edge',
  async ({ page, feedback: { alert, send }, open }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('broken-submission');
    await send();
    const thanks = alert('Thank you');
    const failure = alert('Error: submitFeedback');
    await failure.waitFor();
    expect(await thanks.getByRole('status').ariaSnapshot()).toMatch(/"Success".*Thank you!/s);
    expect(await failure.getByRole('alert').ariaSnapshot()).toMatch(
      /^- alert: "Error: submitFeedback failed with status 500"$/,
    );
    const edgeOf = (locator: Locator) =>
      locator.evaluate((element) => {
        const { borderLeftWidth, borderLeftColor } = getComputedStyle(element);
        return `${borderLeftWidth} ${borderLeftColor}`;
      });
    expect(await edgeOf(thanks)).toBe('4px rgb(20, 108, 67)');
    expect(await edgeOf(failure)).toBe('4px rgb(179, 38, 30)');
    expect((await boxOf(failure)).width).toBe(360);
  },
);

journey(
  'an alert fades in, unless one prefers reduced motion',
  async ({ page, feedback: { alerts }, visit }) => {
    await visit('/3141592/broken-brief/contact');
    const animation = () => alerts.evaluate((alert) => getComputedStyle(alert).animationName);
    expect(await animation()).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await animation()).toBe('fade-in');
  },
);

journey(
  'what lies beside the alerts takes clicks',
  async ({ page, feedback: { alerts, send }, open }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('missing-submission');
    await send();
    await expect(alerts).toHaveCount(2);
    const [first, last] = [await boxOf(alerts.first()), await boxOf(alerts.last())];
    const stack = page.getByRole('region', { name: 'Notifications' });
    const isInStack = (x: number, y: number) =>
      stack.evaluate((it, [left, top]) => it.contains(document.elementFromPoint(left, top)), [
        x,
        y,
      ] as const);
    expect(await isInStack(first.x + 9, first.y + 9), 'an alert').toBe(true);
    expect(await isInStack(first.x - 9, first.y + 9), 'left of it').toBe(false);
    expect(await isInStack(first.x + 9, (first.bottom + last.y) / 2), 'between two').toBe(false);
    expect(await isInStack(first.x + 9, last.bottom + 9), 'below them').toBe(false);
  },
);

journey(
  'closing an alert with the mouse leaves the focus in the field in which one writes',
  async ({ feedback: { alerts, send, subject }, open }) => {
    await open('daily-harvest');
    await send();
    await alerts.waitFor();
    await subject.pressSequentially('Another');
    await alerts.getByRole('button').click();
    await expect(alerts).toHaveCount(0);
    await expectFocus(subject);
  },
);
