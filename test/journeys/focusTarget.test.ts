import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isCovered, isFocused } from '../support/browser/focus.ts';
import { clockJourney, journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

journey(
  'Restore moves the focus to the subject, Discard to the heading of the form, also on a phone',
  async ({ page, visit, withSuffix }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    const { subject, restore } = feedbackPage(page);
    await states.conflict.reach(page);
    await restore.click();
    await expect.poll(() => isFocused(subject)).toBe(true);
    expect(await isCovered(subject)).toBe(false);
    await page.getByRole('button', { name: 'Discard' }).click();
    const heading = page.getByRole('heading', { name: 'Contact the editor' });
    await expect.poll(() => isFocused(heading)).toBe(true);
    expect(await isCovered(heading)).toBe(false);
  },
);

journey(
  'closing the last alert with the keyboard moves the focus to the heading without scrolling',
  async ({ page, visit }) => {
    await page.setViewportSize({ width: 375, height: 640 });
    await visit('/3141592/missing-brief/contact');
    const close = page.getByRole('button', { name: 'Close alert' });
    const lastLink = page.getByRole('contentinfo').getByRole('link').last();
    await close.waitFor();
    await lastLink.focus();
    await page.keyboard.press('Tab');
    expect(await isFocused(close)).toBe(true);
    const scrollY = await page.evaluate(() => window.scrollY);
    expect(scrollY).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await close.waitFor({ state: 'detached' });
    expect(await isFocused(page.getByRole('heading', { level: 1 }))).toBe(true);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  },
);

clockJourney(
  'while the captcha runs the focus is on its status, and a timeout leaves it where the person is',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    const { fill, submit } = feedbackPage(page);
    const focused = page.locator(':focus');
    const warning = page.getByText('The security check did not respond');
    await fill(sampleMessage);
    await submit.press('Enter');
    await focused.filter({ hasText: 'Running the security check' }).waitFor();
    await page.clock.runFor(20_000);
    await warning.waitFor();
    await expect.poll(() => isFocused(submit)).toBe(true);

    await submit.press('Enter');
    await warning.waitFor({ state: 'detached' });
    const aboutUs = page.getByRole('link', { name: 'About us' });
    await aboutUs.focus();
    await page.clock.runFor(20_000);
    await warning.waitFor();
    expect(await isFocused(aboutUs)).toBe(true);
    expect(await submit.isEnabled()).toBe(true);
  },
);
