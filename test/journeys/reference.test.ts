import { describe, expect, inject } from 'vitest';
import { findViolations } from '../../scripts/gallery/findViolations.ts';
import { isolatedJourney as test } from '../support/browser/journey.ts';

describe.each(['mockUrl', 'hostUrl'] as const)('the API reference at %s', (name) => {
  test('lists every operation and sends a request, without any other origin', async ({ page }) => {
    const otherOrigins: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/^http/.test(url.protocol) && url.origin !== inject(name)) otherOrigins.push(url.href);
    });
    await page.goto(`${inject(name)}/mock/docs`);
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
  });
});

test('the API reference violates no accessibility rule', async ({ page }) => {
  await page.goto(`${inject('mockUrl')}/mock/docs`);
  const operation = page.locator('#operations-feedback-getBrief');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table').waitFor();
  expect(await findViolations(page)).toEqual([]);
});
