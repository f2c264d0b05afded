import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { tabThrough } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';

const nameOf = (element: Element) =>
  element.ariaLabel || element.textContent || element.getAttribute('name');

journey(
  'Tab follows the order of the page, starting with the skip link',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    await feedbackPage(page).fill(sampleMessage);
    const focusable = page.locator('a, button, input, textarea').filter({ visible: true });
    const [skipLink, ...others] = await Promise.all(
      (await focusable.all()).map((element) => element.evaluate(nameOf)),
    );
    expect(others.length).toBeGreaterThan(30);
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    expect(skipLink).toBe('Skip to the content');
    expect(await tabThrough(page, nameOf)).toEqual(others);
  },
);

journey('the skip link moves the focus past the header', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  await feedbackPage(page).submit.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  expect(focused).toBe('Resubscribe me');
});
