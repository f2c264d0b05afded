import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey as base } from '../support/browser/journey.ts';

/** A page with a widget, in which `tokens` has the responses. */
const journey = base.extend<{ widgetPage: Page }>({
  widgetPage: async ({ page, visit }, use) => {
    await visit('/?captcha=challenge');
    await page.addScriptTag({ url: '/mock/captcha/enterprise.js?render=explicit' });
    await page.evaluate(`new Promise((resolve) => {
      window.tokens = [];
      const element = document.body.appendChild(document.createElement('div'));
      const callback = (token) => tokens.push(token);
      window.render = () => grecaptcha.enterprise.render(element, { sitekey: 'key', callback });
      grecaptcha.enterprise.ready(() => resolve(window.widget = render()));
    })`);
    await use(page);
  },
});

const execute = (page: Page) => page.evaluate('void grecaptcha.enterprise.execute(widget)');

journey(
  'like Google’s, the captcha stand-in is rendered once in an element, and has another response after a reset',
  async ({ widgetPage: page }) => {
    await expect(page.evaluate('render()')).rejects.toThrow('already been rendered');
    const solve = page.frameLocator('iframe[src*="/bframe"]').getByRole('button');
    for (const count of [1, 2]) {
      await execute(page);
      await solve.click();
      await expect.poll(() => page.evaluate('new Set(tokens).size')).toBe(count);
      await page.evaluate('grecaptcha.enterprise.reset(widget)');
    }
  },
);

journey(
  'Escape and a click outside close the challenge without a callback',
  async ({ widgetPage: page }) => {
    const challenge = page.locator('iframe[src*="/bframe"]');
    for (const close of [
      () => challenge.contentFrame().getByRole('button').press('Escape'),
      () => page.getByRole('link', { name: 'Go to Briefly' }).press('Escape'),
      () => page.mouse.click(5, 5),
    ]) {
      await execute(page);
      await challenge.waitFor({ state: 'visible' });
      await close();
      await challenge.waitFor({ state: 'hidden' });
    }
    expect(await page.evaluate('tokens')).toEqual([]);
  },
);
