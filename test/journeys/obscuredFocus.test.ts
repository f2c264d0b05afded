import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { tabThrough } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

/** A screen of 1280 × 1024 px at a zoom of 400 %. */
const smallScreen = { width: 320, height: 256 };

/** The name of an element, and whether any part of it can be seen. */
function describeStop(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const isVisible = [left + 3, (left + right) / 2, right - 3].some((x) =>
    [top + 3, (top + bottom) / 2, bottom - 3].some((y) =>
      element.contains(document.elementFromPoint(x, y)),
    ),
  );
  return { name: element.ariaLabel || element.textContent || element.id, isVisible };
}

journey(
  'no focused element is hidden behind a persistent alert at 320 × 256 px',
  async ({ page, visit, withSuffix }) => {
    const { alert, tryAgain } = feedbackPage(page);
    await page.setViewportSize(smallScreen);
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    await states.conflict.reach(page);
    await alert('Error: submitFeedback failed with status 404').waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    const feedbackStops = await tabThrough(page, describeStop);
    expect(feedbackStops.length).toBeGreaterThan(25);
    expect(feedbackStops.filter(({ isVisible }) => !isVisible)).toEqual([]);

    await visit('/3141592/broken-brief/contact');
    await tryAgain.waitFor();
    await alert('Error: getBrief failed with status 500').waitFor();
    // The page makes room for the alert in the next frame.
    await expect
      .poll(() =>
        page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingBottom),
      )
      .not.toBe('8px');
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    const indexStops = await tabThrough(page, describeStop);
    expect(indexStops.length).toBeGreaterThan(18);
    expect(indexStops.filter(({ isVisible }) => !isVisible)).toEqual([]);
  },
);

journey(
  'a stack of eight alerts stays on a screen of 640 px, scrolls to the newest, and fades instead of being cut',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/3141592/broken-brief/contact');
    const { alerts, tryAgain } = feedbackPage(page);
    for (let count = 1; count <= 8; count++) {
      await expect.poll(() => alerts.count()).toBe(count);
      if (count < 8) await tryAgain.press('Enter');
    }
    const stack = page.getByRole('region', { name: 'Notifications' });
    const top = (await stack.boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThan(300);
    expect(await stack.evaluate((it) => getComputedStyle(it).maskImage)).toMatch(
      /^linear-gradient\(.* 24px\)$/,
    );
    const isWhole = async (alert: Locator) => {
      const { y = 0, height = 0 } = (await alert.boundingBox()) ?? {};
      return y >= top + 24 && y + height <= 640;
    };
    await expect.poll(() => isWhole(alerts.last())).toBe(true);
    await alerts.first().getByRole('button').focus();
    expect(await isWhole(alerts.first())).toBe(true);
  },
);
