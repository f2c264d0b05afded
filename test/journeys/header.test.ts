import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxOf } from '../support/browser/boxOf.ts';
import { expectFocus } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

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
  'the header stays at the top while the page scrolls, but not on a low screen',
  async ({ page, feedback: { message }, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    for (const [height, isSticky] of [
      [800, true],
      [256, false],
    ] as const) {
      await page.setViewportSize({ width: 320, height });
      await message.scrollIntoViewIfNeeded();
      expect((await boxOf(headerOf(page).banner)).y >= 0).toBe(isSticky);
    }
  },
);

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
      expect(await dropdown.getAttribute('aria-expanded')).toBe('true');
      expect(await visibilityOf(mediaKits)).toBe('visible');
      await page.keyboard.press('Tab');
      await expectFocus(link('Advertise'));
      await close();
      expect(await dropdown.getAttribute('aria-expanded')).toBe('false');
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
    expect(await menu.getAttribute('aria-expanded')).toBe('true');
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
