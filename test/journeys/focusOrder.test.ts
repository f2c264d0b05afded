import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

/** Presses Tab through the whole page and returns the accessible name of each focused element. */
async function tabThrough(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement: it } = document;
      if (!(it instanceof HTMLElement) || it === document.body) return undefined;
      const isField = it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement;
      return (
        isField
          ? it.labels?.[0]?.textContent
          : it.ariaLabel || it.textContent || it.innerHTML.match(/aria-label="([^"]*)"/)?.[1]
      )?.trim();
    });
    if (name === undefined || names.length > 60) return names;
    names.push(name);
  }
}

journey('Tab follows the reading order of the page', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  await feedbackPage(page).fill(sampleMessage);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.reload();
  await feedbackPage(page).submit.waitFor();
  expect(await tabThrough(page)).toEqual([
    'Skip to the content',
    'Briefly',
    'Subscriptions',
    'Advertise',
    'Partner',
    'Articles',
    'Briefly Studio',
    'Resubscribe me',
    'I want to unsubscribe',
    'Update Email Address',
    'Update my profile',
    'Terms of Use',
    'Privacy Policy',
    'Subject',
    'Message',
    'Submit',
    'About us',
    'Contact',
    'Write for us',
    'Careers',
    'Newsletters',
    'Insights & Analysis',
    'Partnerships',
    'Marketing Resources',
    'Advertising Specs',
    'Briefly Studio',
    'Terms of Use (opens in a new tab)',
    'Privacy & Cookies Policy',
    'California Privacy Rights (opens in a new tab)',
    'LinkedIn (opens in a new tab)',
    'Facebook (opens in a new tab)',
    'X (opens in a new tab)',
  ]);
});

journey('the skip link moves the focus past the header', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  await feedbackPage(page).submit.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  expect(focused).toBe('Resubscribe me');
});
