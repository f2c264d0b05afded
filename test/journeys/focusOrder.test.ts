import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

/** What Tab stops at, from the top of the page until it is left, by what a screen reader calls it. */
async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { activeElement: it } = document;
      if (!(it instanceof HTMLElement) || it === document.body) return undefined;
      const label = it instanceof HTMLInputElement || it instanceof HTMLTextAreaElement;
      return (
        label
          ? it.labels?.[0]?.textContent
          : it.ariaLabel || it.textContent || it.innerHTML.match(/aria-label="([^"]*)"/)?.[1]
      )?.trim();
    });
    if (name === undefined || stops.length > 60) return stops;
    stops.push(name);
  }
}

journey(
  'the focus goes through the whole page in the order in which it reads',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    await feedbackPage(page).write(note);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.reload();
    await feedbackPage(page).submit.waitFor();
    expect(await tabStops(page)).toEqual([
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
  },
);

journey('the first Tab offers to skip to the content', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  await feedbackPage(page).submit.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const focused = await page.evaluate(() => document.activeElement?.textContent);
  expect(focused).toBe('Resubscribe me');
});
