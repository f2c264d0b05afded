import type { Page } from 'playwright-core';

const types = {
  'alert-success': 'success',
  'alert-danger': 'error',
  'alert-warning': 'warning',
  'alert-info': 'info',
};

/**
 * The alerts on the screen: their type, as their colour says it, their text, and whether they are
 * persistent. For that the page's clock, which must be installed, goes on until alerts have to be gone.
 */
export async function alertsSeen(page: Page) {
  const alerts = page.locator('.alert-stack .alert');
  const seen = await Promise.all(
    (await alerts.all()).map(async (alert) => {
      const classes = (await alert.getAttribute('class'))?.split(' ') ?? [];
      const type = Object.entries(types).find(([name]) => classes.includes(name))?.[1];
      return { type, text: await alert.textContent() };
    }),
  );
  await page.clock.runFor(5000);
  const left = await alerts.allTextContents();
  return seen.map((alert) => ({ ...alert, persistent: left.includes(alert.text ?? '') }));
}
