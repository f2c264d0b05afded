import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from '../support/journey.ts';

function header(page: Page) {
  const bar = page.getByRole('banner');
  return {
    bar,
    menu: bar.getByRole('button', { name: 'Menu' }),
    group: bar.getByRole('button', { name: 'Advertise' }),
    link: (name: string) => bar.getByRole('link', { name }),
    mediaKits: bar.getByRole('link', { name: 'Media Kits' }),
  };
}

const isFocused = (locator: ReturnType<Page['getByRole']>) =>
  locator.evaluate((it) => it === document.activeElement);

journey('the header stays at the top while the page scrolls', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  await page.getByLabel('Message').waitFor();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  expect((await header(page).bar.boundingBox())?.y).toBe(0);
});

journey(
  'on a wide screen the links stand in the bar and Advertise drops down',
  async ({ page, visit }) => {
    await visit('/');
    const { menu, group, link, mediaKits } = header(page);
    expect(await menu.isVisible()).toBe(false);
    expect(await link('Subscriptions').isVisible()).toBe(true);
    expect(await mediaKits.isVisible()).toBe(false);

    await group.click();
    expect(await group.getAttribute('aria-expanded')).toBe('true');
    expect(await mediaKits.isVisible()).toBe(true);
    await page.mouse.click(100, 500);
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    expect(await mediaKits.isVisible()).toBe(false);
  },
);

journey(
  'the arrow keys move in the Advertise list, and Escape leaves it',
  async ({ page, visit }) => {
    await visit('/');
    const { group, link, mediaKits } = header(page);
    await group.focus();
    await page.keyboard.press('ArrowDown');
    expect(await isFocused(link('Advertise'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await isFocused(mediaKits)).toBe(true);
    await page.keyboard.press('End');
    expect(await isFocused(link('Marketing insights'))).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await isFocused(mediaKits)).toBe(true);
    await page.keyboard.press('Home');
    expect(await isFocused(link('Advertise'))).toBe(true);
    await page.keyboard.press('Escape');
    expect(await isFocused(group)).toBe(true);
    expect(await mediaKits.isVisible()).toBe(false);
  },
);

journey('the Advertise list closes when the focus goes on', async ({ page, visit }) => {
  await visit('/');
  const { group, link, mediaKits } = header(page);
  await group.press('End');
  await page.keyboard.press('Tab');
  expect(await isFocused(link('Partner'))).toBe(true);
  expect(await mediaKits.isVisible()).toBe(false);
});

for (const width of [320, 768]) {
  journey(
    `at ${width} px a button toggles a vertical menu, in which Advertise expands inline`,
    async ({ page, visit }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit('/');
      const { menu, group, link, mediaKits } = header(page);
      expect(await link('Subscriptions').isVisible()).toBe(false);
      await menu.click();
      expect(await menu.getAttribute('aria-expanded')).toBe('true');
      const top = async (name: string) => (await link(name).boundingBox())?.y ?? 0;
      const partnerBefore = await top('Partner');
      expect(partnerBefore).toBeGreaterThan(await top('Subscriptions'));

      await group.click();
      expect(await group.getAttribute('aria-expanded')).toBe('true');
      expect(await top('Partner')).toBeGreaterThan(partnerBefore);
      expect(await top('Partner')).toBeGreaterThan((await mediaKits.boundingBox())?.y ?? 0);

      await page.keyboard.press('Escape');
      expect(await mediaKits.isVisible()).toBe(false);
      expect(await link('Partner').isVisible()).toBe(true);
      expect(await isFocused(group)).toBe(true);
      await page.keyboard.press('Escape');
      expect(await link('Partner').isVisible()).toBe(false);
      expect(await isFocused(menu)).toBe(true);
    },
  );
}

journey(
  'a touch opens the menu, and a touch elsewhere closes it',
  async ({ browser, page, visit }) => {
    await visit('/');
    const phone = await browser.newContext({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    const touched = await phone.newPage();
    await touched.goto(page.url());
    const { menu, link } = header(touched);
    await menu.tap();
    await link('Articles').waitFor();
    await touched.touchscreen.tap(160, 630);
    await link('Articles').waitFor({ state: 'hidden' });
    await phone.close();
  },
);

journey('the menu closes when the window grows', async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit('/');
  const { menu, link } = header(page);
  await menu.click();
  await link('Articles').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await menu.waitFor({ state: 'hidden' });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  expect(await link('Articles').isVisible()).toBe(false);
});
