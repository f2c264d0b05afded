import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { tabThrough } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';

function nameOf(element: Element): string | undefined {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  const name = isField ? element.labels?.[0]?.textContent : element.ariaLabel;
  return (name || element.textContent)?.trim();
}

journey('Tab follows the reading order of the page', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  await feedbackPage(page).fill(sampleMessage);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.reload();
  await feedbackPage(page).submit.waitFor();
  expect(await tabThrough(page, nameOf)).toEqual([
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
