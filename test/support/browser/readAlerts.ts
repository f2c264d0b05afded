import type { Page } from 'playwright-core';

const typesByClass = {
  'alert-success': 'success',
  'alert-danger': 'error',
  'alert-warning': 'warning',
  'alert-info': 'info',
};

/**
 * The type, text and persistence of every alert in the stack. Needs an installed `page.clock`: to
 * find out which alerts are persistent, it advances the clock by the 5 seconds after which the
 * others are dismissed.
 */
export async function readAlerts(page: Page) {
  const stack = page.locator('.alert-stack .alert');
  const alerts = await Promise.all(
    (await stack.all()).map(async (alert) => {
      const classes = (await alert.getAttribute('class'))?.split(' ') ?? [];
      const type = Object.entries(typesByClass).find(([name]) => classes.includes(name))?.[1];
      return { type, text: await alert.textContent() };
    }),
  );
  await page.clock.runFor(5000);
  const remaining = await stack.allTextContents();
  return alerts.map((alert) => ({ ...alert, persistent: remaining.includes(alert.text ?? '') }));
}
