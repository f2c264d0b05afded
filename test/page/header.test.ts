import type { Page } from 'playwright-core';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';

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
  'the header stays at the top while the page scrolls, and is lower on a low screen',
  async ({ page, visit }) => {
    await visit('/');
    const heights = { 800: 56, 256: 44 };
    for (const [height, expected] of Object.entries(heights)) {
      await page.setViewportSize({ width: 320, height: Number(height) });
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
      expect(await boxOf(headerOf(page).banner)).toMatchObject({ y: 0, height: expected });
    }
  },
);

journey(
  'on a wide screen the dropdown closes by a press or the focus outside of it and by Escape',
  async ({ page, visit }) => {
    await visit('/');
    const { menu, dropdown, link, mediaKits } = headerOf(page);
    await expect(menu).toBeHidden();
    await expect(link('Subscriptions')).toBeVisible();
    for (const close of [
      () => page.mouse.click(100, 500),
      () => link('Partner').focus(),
      () => page.keyboard.press('Escape'),
    ]) {
      await expect(mediaKits).toBeHidden();
      await dropdown.press('Enter');
      await expect(dropdown).toHaveAttribute('aria-expanded', 'true');
      await expect(mediaKits).toBeVisible();
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
    await expect(link('Subscriptions')).toBeHidden();
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
    await expect(link('Partner')).toBeHidden();
    await expectFocus(menu);
    expect(await menu.innerHTML()).toBe(icon);
    await menu.click();
    await page.mouse.click(100, 700);
    await expect(link('Partner')).toBeHidden();
  },
);
