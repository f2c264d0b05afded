import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { journey as test } from '../support/browser/journey.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'nonce-n' 'strict-dynamic'",
  "frame-src 'self'",
  "style-src-attr 'unsafe-inline'",
].join('; ');

/** A page with a strict policy that loads the stand-in as the product does. */
const testDocument = `<!doctype html><title>Page</title><p>Outside</p><div id="badge"></div>
<script nonce="n">
  window.calls = [];
  const script = document.createElement('script');
  script.src = '/mock/captcha/enterprise.js?render=explicit';
  script.onload = () => { window.loaded = true; };
  document.head.append(script);
</script>`;

/** Opens the page and renders a widget. */
async function open(page: Page, outcome: string) {
  const url = `${inject('mockUrl')}/page`;
  await page.route(`${url}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': contentSecurityPolicy },
      body: testDocument,
    }),
  );
  await page.goto(`${url}?captcha=${outcome}`);
  await expect.poll(() => page.evaluate('window.loaded')).toBe(true);
  await page.evaluate(`new Promise((resolve) => {
    grecaptcha.enterprise.ready(() => {
      window.widget = grecaptcha.enterprise.render(document.querySelector('#badge'), {
        sitekey: 'key',
        size: 'invisible',
        badge: 'inline',
        callback: (token) => calls.push('token ' + token),
      });
      resolve();
    });
  })`);
}

const execute = (page: Page) => page.evaluate('void grecaptcha.enterprise.execute(widget)');
/** Executes another widget, with the outcome "token". Its response comes after those of earlier executions. */
const executeAnother = (page: Page) =>
  page.evaluate(`new Promise((callback) => {
    history.replaceState(null, '', '?captcha=token');
    const element = document.body.appendChild(document.createElement('div'));
    const other = grecaptcha.enterprise.render(element, { sitekey: 'key', callback });
    grecaptcha.enterprise.execute(other);
  })`);
const reset = (page: Page) => page.evaluate('grecaptcha.enterprise.reset(widget)');
const calls = (page: Page) => page.evaluate('calls') as Promise<string[]>;
const called = (page: Page, count: number) => expect.poll(() => calls(page)).toHaveLength(count);
const challenge = (page: Page) => page.locator('iframe[src*="/bframe"]');

describe('the captcha stand-in behaves like Google’s', () => {
  test('token: each execution returns a different response', async ({ page }) => {
    await open(page, 'token');
    await execute(page);
    await called(page, 1);
    expect(await page.evaluate('grecaptcha.enterprise.getResponse(widget)')).toMatch(/^stand-in-/);
    await reset(page);
    expect(await page.evaluate('grecaptcha.enterprise.getResponse(widget)')).toBe('');
    await execute(page);
    await called(page, 2);
    const [first, second] = await calls(page);
    expect(first).toMatch(/^token stand-in-[0-9a-f]{48}$/);
    expect(second).not.toBe(first);
  });

  test('token: a second execution without a reset has no effect', async ({ page }) => {
    await open(page, 'token');
    await execute(page);
    await called(page, 1);
    await execute(page);
    await executeAnother(page);
    expect(await calls(page)).toHaveLength(1);
  });

  test('a widget cannot be rendered twice in one element', async ({ page }) => {
    await open(page, 'token');
    const again = page.evaluate(
      "grecaptcha.enterprise.render(document.querySelector('#badge'), { sitekey: 'key' })",
    );
    await expect(again).rejects.toThrow('already been rendered');
  });

  test('challenge: Escape closes it without a callback, inside and outside the frame', async ({
    page,
  }) => {
    await open(page, 'challenge');
    const button = challenge(page).contentFrame().getByRole('button');
    await execute(page);
    await button.waitFor();
    await page.keyboard.press('Escape');
    await challenge(page).waitFor({ state: 'hidden' });

    await execute(page);
    await button.focus();
    await page.keyboard.press('Escape');
    await challenge(page).waitFor({ state: 'hidden' });
    expect(await calls(page)).toEqual([]);
  });

  test('challenge: a click outside closes it without a callback', async ({ page }) => {
    await open(page, 'challenge');
    await execute(page);
    await challenge(page).waitFor({ state: 'visible' });
    await page.mouse.click(5, 5);
    await challenge(page).waitFor({ state: 'hidden' });
    expect(await calls(page)).toEqual([]);
  });

  test('dismissed: the challenge appears and closes itself without a callback', async ({
    page,
  }) => {
    await open(page, 'dismissed');
    // Polling from Node could miss the 300 ms in which it is visible.
    const shown = page.waitForFunction(() => {
      const container = document.querySelector<HTMLElement>('body > :has(iframe[src*="/bframe"])');
      return container?.style.visibility === 'visible';
    });
    await execute(page);
    await shown;
    await challenge(page).waitFor({ state: 'hidden' });
    expect(await calls(page)).toEqual([]);
  });
});
