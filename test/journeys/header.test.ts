import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { isFocused } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';

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

journey('the header stays at the top while the page scrolls', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  await page.getByLabel('Message').waitFor();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  expect((await headerOf(page).banner.boundingBox())?.y).toBe(0);
});

journey(
  'on a wide screen the links are visible and Advertise is a dropdown',
  async ({ page, visit }) => {
    await visit('/');
    const { menu, dropdown, link, mediaKits } = headerOf(page);
    expect(await menu.isVisible()).toBe(false);
    expect(await link('Subscriptions').isVisible()).toBe(true);
    expect(await mediaKits.isVisible()).toBe(false);

    await dropdown.click();
    expect(await dropdown.getAttribute('aria-expanded')).toBe('true');
    expect(await mediaKits.isVisible()).toBe(true);
    await page.mouse.click(100, 500);
    expect(await dropdown.getAttribute('aria-expanded')).toBe('false');
    expect(await mediaKits.isVisible()).toBe(false);
  },
);

journey(
  'Escape closes the dropdown and returns the focus to its button',
  async ({ page, visit }) => {
    await visit('/');
    const { dropdown, link, mediaKits } = headerOf(page);
    await dropdown.press('Enter');
    await page.keyboard.press('Tab');
    expect(await isFocused(link('Advertise'))).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isFocused(dropdown)).toBe(true);
    expect(await mediaKits.isVisible()).toBe(false);
  },
);

journey('the dropdown closes when the focus leaves it', async ({ page, visit }) => {
  await visit('/');
  const { dropdown, link, mediaKits } = headerOf(page);
  await dropdown.press('Enter');
  await link('Marketing insights').focus();
  await page.keyboard.press('Tab');
  expect(await isFocused(link('Partner'))).toBe(true);
  expect(await mediaKits.isVisible()).toBe(false);
});

for (const width of [320, 768]) {
  journey(
    `at ${width} px a menu button toggles a vertical menu, in which Advertise expands inline`,
    async ({ page, visit }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit('/');
      const { menu, dropdown, link, mediaKits } = headerOf(page);
      expect(await link('Subscriptions').isVisible()).toBe(false);
      await menu.click();
      expect(await menu.getAttribute('aria-expanded')).toBe('true');
      const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
      const partnerBefore = await topOf(link('Partner'));
      expect(partnerBefore).toBeGreaterThan(await topOf(link('Subscriptions')));

      await dropdown.click();
      expect(await dropdown.getAttribute('aria-expanded')).toBe('true');
      expect(await topOf(link('Partner'))).toBeGreaterThan(partnerBefore);
      expect(await topOf(link('Partner'))).toBeGreaterThan(await topOf(mediaKits));

      await page.keyboard.press('Escape');
      expect(await mediaKits.isVisible()).toBe(false);
      expect(await link('Partner').isVisible()).toBe(true);
      expect(await isFocused(dropdown)).toBe(true);
      await page.keyboard.press('Escape');
      expect(await link('Partner').isVisible()).toBe(false);
      expect(await isFocused(menu)).toBe(true);
    },
  );
}

journey('a tap opens the menu, and a tap outside closes it', async ({ browser }) => {
  const phone = await browser.newContext({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const phonePage = await phone.newPage();
  await phonePage.goto(`${inject('hostUrl')}${basePath}/`);
  const { menu, link } = headerOf(phonePage);
  await menu.tap();
  await link('Articles').waitFor();
  await phonePage.touchscreen.tap(160, 630);
  await link('Articles').waitFor({ state: 'hidden' });
  await phone.close();
});
