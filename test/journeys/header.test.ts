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

journey(
  'the header stays at the top while the page scrolls, but not on a low screen',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { banner } = headerOf(page);
    for (const { height, isSticky } of [
      { height: 800, isSticky: true },
      { height: 256, isSticky: false },
    ]) {
      await page.setViewportSize({ width: 320, height });
      await page.getByLabel('Message').scrollIntoViewIfNeeded();
      expect(((await banner.boundingBox())?.y ?? 0) >= 0).toBe(isSticky);
    }
  },
);

journey(
  'on a wide screen the links are visible, and the dropdown closes by a press or the focus outside of it and by Escape',
  async ({ page, visit }) => {
    await visit('/');
    const { menu, dropdown, link, mediaKits } = headerOf(page);
    expect(await menu.isVisible()).toBe(false);
    expect(await link('Subscriptions').isVisible()).toBe(true);
    const expectOpen = async (isOpen: boolean) => {
      expect(await dropdown.getAttribute('aria-expanded')).toBe(String(isOpen));
      expect(await mediaKits.isVisible()).toBe(isOpen);
    };
    await expectOpen(false);
    await dropdown.click();
    await expectOpen(true);
    await page.mouse.click(100, 500);
    await expectOpen(false);

    await dropdown.press('Enter');
    await page.keyboard.press('Tab');
    expect(await isFocused(link('Advertise'))).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isFocused(dropdown)).toBe(true);
    await expectOpen(false);

    await dropdown.press('Enter');
    await link('Marketing insights').focus();
    await page.keyboard.press('Tab');
    expect(await isFocused(link('Partner'))).toBe(true);
    await expectOpen(false);
  },
);

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
