import type { Page } from 'playwright-core';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';
import { setTextSize } from './fixtures/setTextSize.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

function headerOf(page: Page) {
  const banner = page.getByRole('banner');
  return {
    banner,
    menu: banner.getByRole('button', { name: 'Menu' }),
    dropdown: banner.getByRole('button', { name: 'Advertise' }),
    link: (name: string) => banner.getByRole('link', { name }),
    mediaKits: banner.getByRole('link', { name: 'Media Kits' }),
  };
}

journey(
  'the header stays at the top while the page scrolls, on the index page and on a low screen, too',
  async ({ page, feedback: { heading }, visit }) => {
    for (const path of ['/3141592/daily-harvest/contact', '/']) {
      await visit(path);
      await heading.waitFor();
      for (const [width, height] of [
        [320, 800],
        [320, 256],
        [1280, 300],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        const { y, height: barHeight } = await boxOf(headerOf(page).banner);
        const { scrollY } = await page.evaluate(() => ({ scrollY: window.scrollY }));
        expect({ y, isScrolled: scrollY > 0 }).toEqual({ y: 0, isScrolled: true });
        expect(barHeight).toBeLessThanOrEqual(height < 480 ? 48 : 64);
      }
    }
  },
);

journey.for([
  { width: 320, height: 256, textSize: 16 },
  { width: 1280, height: 400, textSize: 32 },
])(
  'at $width × $height px with text of $textSize px, the focus is never under the header',
  async ({ width, height, textSize }, { page, feedback: { alerts, send }, open }) => {
    await page.setViewportSize({ width, height });
    await open('missing-submission');
    await setTextSize(page, textSize);
    await send();
    await expect(alerts).toHaveCount(2);
    await page.evaluate(recordCovered);
    const stops = await page.locator(':is(a, button, input, textarea):not([disabled])').count();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let count = 0; count < stops; count++) await page.keyboard.press(key);
    }
    await setTextSize(page, 16);
    expect(await page.evaluate('covered')).toEqual([]);
    expect(await page.evaluate('stops.size')).toBeGreaterThan(20);
  },
);

/** Runs in the page. Lists what has the focus, and what of it begins under the header although it fits below. */
function recordCovered() {
  const header = document.querySelector('header') as HTMLElement;
  const stops = new Set<EventTarget | null>();
  const covered: string[] = [];
  Object.assign(globalThis, { stops, covered });
  document.addEventListener('focusin', ({ target }) => {
    stops.add(target);
    const focused = target as HTMLElement;
    const { left, top, height } = focused.getBoundingClientRect();
    const isTooHigh = height > innerHeight - header.offsetHeight;
    const { x, y } = { x: left + 4, y: isTooHigh ? header.offsetHeight + 24 : top + 4 };
    const shown = document.elementFromPoint(x, y);
    if (header.contains(focused) || (shown && !header.contains(shown))) return;

    covered.push(focused.outerHTML.slice(0, 80));
  });
}

journey(
  'on a wide screen the dropdown closes by a press or the focus outside of it and by Escape',
  async ({ page, visit }) => {
    await visit('/');
    const { menu, dropdown, link, mediaKits } = headerOf(page);
    expect(await visibilityOf(menu)).toBe('hidden');
    expect(await visibilityOf(link('Subscriptions'))).toBe('visible');
    for (const close of [
      () => page.mouse.click(100, 500),
      () => link('Partner').focus(),
      () => page.keyboard.press('Escape'),
    ]) {
      expect(await visibilityOf(mediaKits)).toBe('hidden');
      await dropdown.press('Enter');
      await expect(dropdown).toHaveAttribute('aria-expanded', 'true');
      expect(await visibilityOf(mediaKits)).toBe('visible');
      await page.keyboard.press('Tab');
      await expectFocus(link('Advertise'));
      await close();
      await expect(dropdown).toHaveAttribute('aria-expanded', 'false');
    }
    await expectFocus(dropdown);
  },
);

journey(
  'on a narrow screen a button toggles a vertical menu, in which Advertise expands inline',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 768, height: 800 });
    await visit('/');
    const { menu, dropdown, link, mediaKits } = headerOf(page);
    const icon = await menu.innerHTML();
    const heading = page.locator('h1');
    const headingBox = await boxOf(heading);
    expect(await visibilityOf(link('Subscriptions'))).toBe('hidden');
    await menu.click();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    expect(await menu.innerHTML()).not.toBe(icon);
    expect(await boxOf(heading)).toEqual(headingBox);
    const before = await boxOf(link('Partner'));
    expect(before.y).toBeGreaterThan((await boxOf(link('Subscriptions'))).y);
    await dropdown.click();
    expect((await boxOf(mediaKits)).y).toBeGreaterThan(before.y);
    expect((await boxOf(link('Partner'))).y).toBeGreaterThan((await boxOf(mediaKits)).y);

    await page.keyboard.press('Escape');
    expect(await boxOf(link('Partner'))).toEqual(before);
    await expectFocus(dropdown);
    await page.keyboard.press('Escape');
    expect(await visibilityOf(link('Partner'))).toBe('hidden');
    await expectFocus(menu);
    expect(await menu.innerHTML()).toBe(icon);
    await menu.click();
    await page.mouse.click(100, 700);
    expect(await visibilityOf(link('Partner'))).toBe('hidden');
  },
);
