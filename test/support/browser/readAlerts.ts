import type { Page } from 'playwright-core';
import { feedbackPage } from './feedbackPage.ts';

/**
 * The type, text and persistence of every alert in the stack. Needs an installed `page.clock`: to
 * find out which alerts are persistent, it advances the clock by the 5 seconds after which the
 * others are dismissed.
 */
export async function readAlerts(page: Page) {
  const stack = feedbackPage(page).alerts;
  const shown = await stack.evaluateAll((elements) =>
    elements.map((element) => ({
      type: element.querySelector('svg')?.dataset.type,
      text: element.textContent,
    })),
  );
  await page.clock.runFor(5000);
  const remaining = await stack.allTextContents();
  return shown.map((alert) => ({ ...alert, persistent: remaining.includes(alert.text) }));
}
