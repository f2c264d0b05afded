import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { type Journey, journey as test } from '../support/browser/journey.ts';

/** Opens a page and renders a widget. */
async function open({ page, visit }: Pick<Journey, 'page' | 'visit'>, outcome: string) {
  await visit(`/?captcha=${outcome}`);
  await page.addScriptTag({ url: '/mock/captcha/enterprise.js?render=explicit' });
  await page.evaluate(`new Promise((resolve) => {
    window.tokens = [];
    window.element = document.body.appendChild(document.createElement('div'));
    window.render = (callback) => grecaptcha.enterprise.render(element, { sitekey: 'key', callback });
    grecaptcha.enterprise.ready(() => {
      window.widget = render((token) => tokens.push(token));
      resolve();
    });
  })`);
}

const execute = (page: Page) => page.evaluate('void grecaptcha.enterprise.execute(widget)');
/** Executes another widget. Its response comes after those of earlier executions. */
const executeAnother = (page: Page) =>
  page.evaluate(`new Promise((callback) => {
    element = document.body.appendChild(document.createElement('div'));
    grecaptcha.enterprise.execute(render(callback));
  })`);
const tokens = (page: Page) => page.evaluate<string[]>('tokens');

describe('the captcha stand-in behaves like Google’s', () => {
  test('each execution returns another response, but none without a reset before it', async ({
    page,
    visit,
  }) => {
    await open({ page, visit }, 'token');
    await execute(page);
    await expect.poll(() => tokens(page)).toEqual([expect.stringMatching(/^stand-in-\w{48}$/)]);
    await execute(page);
    await executeAnother(page);
    expect(await tokens(page)).toHaveLength(1);
    await page.evaluate('grecaptcha.enterprise.reset(widget)');
    await execute(page);
    await expect.poll(async () => new Set(await tokens(page)).size).toBe(2);
  });

  test('a widget cannot be rendered twice in one element', async ({ page, visit }) => {
    await open({ page, visit }, 'token');
    await expect(page.evaluate('render()')).rejects.toThrow('already been rendered');
  });

  test('Escape and a click outside close the challenge without a callback', async ({
    page,
    visit,
  }) => {
    await open({ page, visit }, 'challenge');
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
    expect(await tokens(page)).toEqual([]);
  });
});
