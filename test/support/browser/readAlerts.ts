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
  const shown = await stack.evaluateAll((elements) =>
    elements.map(({ classList, textContent }) => ({ classes: [...classList], text: textContent })),
  );
  await page.clock.runFor(5000);
  const remaining = await stack.allTextContents();
  return shown.map(({ classes, text }) => ({
    type: Object.entries(typesByClass).find(([name]) => classes.includes(name))?.[1],
    text,
    persistent: remaining.includes(text),
  }));
}
