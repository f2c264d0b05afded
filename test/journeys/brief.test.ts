import { expect } from 'vitest';
import { holdRequests } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

journey(
  'the heading is "Loading..." without sections, then the name of the brief, which is announced',
  async ({ page, feedback: { heading, helpLinks, submit }, visit }) => {
    const release = await holdRequests(page, '**/briefs/*');
    await visit('/3141592/daily-harvest/contact');
    expect(await heading.textContent()).toBe('Loading...');
    expect(await page.locator('main section').count()).toBe(0);
    release();
    await submit.waitFor();
    expect(await visibilityOf(helpLinks)).toBe('visible');
    expect(await heading.textContent()).toBe('Feedback for The Daily Harvest');
    expect(await page.title()).toBe('Feedback for The Daily Harvest | Briefly');
    await page
      .getByRole('status')
      .filter({ hasText: 'The page has loaded.' })
      .waitFor({ state: 'attached' });
  },
);

journey(
  'the special subscriber, in any case, sees the form but no help links',
  async ({ feedback: { submit, helpLinks }, visit }) => {
    await visit('/0feedbac-0000-4000-8000-00000000abcd/daily-harvest/contact');
    await submit.waitFor();
    expect(await helpLinks.count()).toBe(0);
  },
);

journey('a request to another site does not contain the subscriber id', async ({ page, visit }) => {
  const requests: object[] = [];
  await page.route(/^https:/, async (route) => {
    requests.push({ url: route.request().url(), ...(await route.request().allHeaders()) });
    await route.fulfill({ body: 'another site' });
  });
  await visit('/personal-id/daily-harvest/contact');
  await page.getByRole('link', { name: 'About us' }).click();
  await page.waitForURL('https://www.example.com/about-us');
  expect(requests).toHaveLength(1);
  expect(JSON.stringify(requests)).not.toContain('personal-id');
});
