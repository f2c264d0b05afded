import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { findViolations } from '../support/browser/findViolations.ts';
import { journey as test } from '../support/browser/journey.ts';

test('the API reference of the mock lists every operation, sends a request and violates no accessibility rule', async ({
  page,
}) => {
  await sendRequest(page, inject('mockUrl'));
  expect(await findViolations(page)).toEqual([]);
});

test('the API reference works through the host', async ({ page }) => {
  await sendRequest(page, inject('hostUrl'));
});

/** Opens the reference at an origin and sends a request with it, and expects no request to another origin. */
async function sendRequest(page: Page, origin: string): Promise<void> {
  // The page before it may still send requests.
  await page.goto(`${origin}/mock/captcha/bframe`);
  const otherOrigins: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^http/.test(url.protocol) && url.origin !== origin) otherOrigins.push(url.href);
  });
  await page.goto(`${origin}/mock/docs`);
  await expect.poll(() => page.locator('.opblock').count()).toBe(5);

  const operation = page.locator('#operations-feedback-getBrief');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = operation.locator('.live-responses-table .response-col_status');
  await expect.poll(() => status.last().innerText()).toMatch(/^200/);
  await expect
    .poll(() => operation.locator('.live-responses-table').innerText())
    .toContain('"The Daily Harvest"');
  expect(otherOrigins).toEqual([]);
}
