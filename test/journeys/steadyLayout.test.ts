import { expect } from 'vitest';
import { feedbackPage } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

for (const width of [320, 1280]) {
  journey(`nothing jumps while the page loads at ${width} px`, async ({ page, visit, keep }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await visit(`/3141592/${keep('slow-brief')}/contact`);
    await feedbackPage(page).submit.waitFor();
    await page.waitForTimeout(200);
    const total = await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, it) => sum + it, 0),
    );
    expect(total).toBeLessThan(0.01);
  });
}

journey(
  'before its script has run, the page already shows its frame and that it loads',
  async ({ browser, page, visit }) => {
    await visit('/');
    const context = await browser.newContext({ javaScriptEnabled: false });
    const bare = await context.newPage();
    await bare.goto(`${page.url()}3141592/daily-harvest/contact`);
    expect(await feedbackPage(bare).heading.textContent()).toBe('Loading...');
    expect(await bare.getByRole('banner').isVisible()).toBe(true);
    expect(await bare.getByRole('contentinfo').count()).toBe(1);
    expect(await bare.locator('noscript').innerHTML()).toContain('This page needs JavaScript');
    await context.close();
  },
);

journey(
  'a page whose script never arrives offers to reload after a while',
  async ({ page, visit }) => {
    await page.route('**/*.js', (route) => route.abort());
    await visit('/3141592/daily-harvest/contact');
    const reload = page.getByRole('link', { name: 'Reload the page' });
    expect(await reload.count()).toBe(0);
    await reload.waitFor();
  },
);
