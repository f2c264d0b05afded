import { expect } from 'vitest';
import { feedbackPage } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

journey(
  "a brief loads and its full name is the page's heading and title",
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { heading, helpLinks, submit } = feedbackPage(page);
    await expect.poll(() => heading.textContent()).toBe('Feedback for The Daily Harvest');
    expect(await page.title()).toBe('Feedback for The Daily Harvest | Briefly');
    expect(await helpLinks.isVisible()).toBe(true);
    expect(await submit.isVisible()).toBe(true);
  },
);

journey(
  'while a brief loads, the heading says so and the sections are hidden',
  async ({ page, visit, keep }) => {
    await visit(`/3141592/${keep('slow-brief')}/contact`);
    const { heading, helpLinks, subject } = feedbackPage(page);
    expect(await heading.textContent()).toBe('Loading...');
    expect(await helpLinks.count()).toBe(0);
    expect(await subject.count()).toBe(0);
    await helpLinks.waitFor();
    expect(await heading.textContent()).toMatch(/^Feedback for /);
  },
);

journey(
  'an id in braces and a trailing slash are an address like any other',
  async ({ page, visit }) => {
    await visit('/{3141592}/{6F9619FF-8B86-D011-B42D-00C04FC964FF}/contact/');
    await feedbackPage(page).helpLinks.waitFor();
    const unsubscribe = page.getByRole('link', { name: 'I want to unsubscribe' });
    expect(await unsubscribe.getAttribute('href')).toContain('sid=%7B3141592%7D');
  },
);

journey(
  'the brief is read once, also when the subscriber comes back to the tab',
  async ({ page, visit }) => {
    const calls: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/briefs/') && calls.push(request.url()),
    );
    await visit('/3141592/daily-harvest/contact');
    await feedbackPage(page).helpLinks.waitFor();
    await page.evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
      window.dispatchEvent(new Event('online'));
    });
    await page.waitForTimeout(300);
    expect(calls).toHaveLength(1);
  },
);
