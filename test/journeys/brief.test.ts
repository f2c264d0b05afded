import { expect } from 'vitest';
import { feedbackPage, holdRequests } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey(
  "a brief loads, its full name is in the page's heading and title, and this is announced",
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { heading, helpLinks, submit } = feedbackPage(page);
    await expect.poll(() => heading.textContent()).toBe('Feedback for The Daily Harvest');
    expect(await page.title()).toBe('Feedback for The Daily Harvest | Briefly');
    expect(await helpLinks.isVisible()).toBe(true);
    expect(await submit.isVisible()).toBe(true);

    const status = page.getByRole('status').first();
    await expect.poll(() => status.textContent()).toBe('The page has loaded.');
  },
);

journey(
  'while a brief loads, the heading is "Loading..." and the sections are hidden',
  async ({ page, visit }) => {
    const release = await holdRequests(page, '**/briefs/*');
    await visit('/3141592/daily-harvest/contact');
    const { heading, helpLinks, subject } = feedbackPage(page);
    expect(await heading.textContent()).toBe('Loading...');
    expect(await helpLinks.count()).toBe(0);
    expect(await subject.count()).toBe(0);
    release();
    await helpLinks.waitFor();
    expect(await heading.textContent()).toMatch(/^Feedback for /);
  },
);

journey('ids in braces and a trailing slash are accepted', async ({ page, visit }) => {
  await visit('/{3141592}/{6F9619FF-8B86-D011-B42D-00C04FC964FF}/contact/');
  await feedbackPage(page).helpLinks.waitFor();
  const unsubscribe = page.getByRole('link', { name: 'I want to unsubscribe' });
  expect(await unsubscribe.getAttribute('href')).toContain('sid=%7B3141592%7D');
});
