import { expect, inject } from 'vitest';
import { findViolations } from '../support/browser/findViolations.ts';
import { journey as test } from '../support/browser/journey.ts';

test('the API reference lists every operation, sends a request through the host, violates no accessibility rule and leads back', async ({
  page,
}) => {
  const origin = inject('hostUrl');
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
  const responses = operation.locator('.live-responses-table');
  await expect.poll(() => responses.innerText()).toContain('"The Daily Harvest"');
  const status = responses.locator('.response-col_status').last();
  expect(await status.innerText()).toMatch(/^200/);
  expect(otherOrigins).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await page.getByText('Live', { exact: true }).waitFor();
});
