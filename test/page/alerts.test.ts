import type { Locator } from 'playwright-core';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { findViolations } from './fixtures/findViolations.ts';
import { expectFocus } from './fixtures/focus.ts';
import { clockJourney, journey } from './fixtures/journey.ts';

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
    await expect(alerts).toBeVisible();
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
    const empty = page.locator('section [role=status]').last();
    await empty.evaluate((region) => region.setAttribute('data-testid', 'before'));
    for (const count of [2, 4]) {
      await send();
      await expect(alerts).toHaveCount(count);
    }
    await expect(page.getByTestId('before')).toHaveText(/^Thank you!/);
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
  'an alert is 360 px wide, and shows its type by the colour of its edge',
  async ({ feedback: { alert, send }, open }) => {
    await open('broken-submission');
    await send();
    const edges = {
      'Thank you': '4px solid rgb(20, 108, 67)',
      'Error: submitFeedback': '4px solid rgb(179, 38, 30)',
    };
    for (const [text, edge] of Object.entries(edges)) {
      await expect(alert(text)).toHaveCSS('width', '360px');
      await expect(alert(text)).toHaveCSS('border-left', edge);
    }
  },
);

journey(
  'an alert fades in, unless one prefers reduced motion',
  async ({ page, feedback: { alerts }, visit }) => {
    await visit('/3141592/broken-brief/contact');
    await expect(alerts).toHaveCSS('animation-name', 'none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(alerts).toHaveCSS('animation-name', 'fade-in');
  },
);

journey(
  'what lies beside the alerts takes clicks',
  async ({ page, feedback: { alerts, send }, open }) => {
    await open('missing-submission');
    await send();
    await expect(alerts).toHaveCount(2);
    const [first, last] = [await boxOf(alerts.first()), await boxOf(alerts.last())];
    const places = {
      'on an alert': [first.x + 9, first.y + 9],
      'left of it': [first.x - 9, first.y + 9],
      'between two': [first.x + 9, (first.bottom + last.y) / 2],
      'below them': [first.x + 9, last.bottom + 9],
    } as const;
    const found = await page.evaluate(
      (points) =>
        Object.entries(points).filter(([, [x, y]]) =>
          document.elementFromPoint(x, y)?.closest('.alert-stack'),
        ),
      places,
    );
    expect(found.map(([place]) => place)).toEqual(['on an alert']);
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
