import { feedbackPage } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

journey.concurrent(
  'the alert about a 404 is still there after six seconds and can be closed',
  async ({ page, visit, expect }) => {
    await visit('/3141592/missing-brief/contact');
    const alert = feedbackPage(page).alert('Error: getBrief failed with status 404');
    await alert.waitFor();
    await page.waitForTimeout(6000);
    expect(await alert.isVisible()).toBe(true);
    await alert.getByRole('button', { name: 'Close alert' }).click();
    await alert.waitFor({ state: 'detached' });
  },
);

journey.concurrent(
  'the alert about a 500 is gone after six seconds',
  async ({ page, visit, expect }) => {
    await visit('/3141592/broken-brief/contact');
    const alert = feedbackPage(page).alert('Error: getBrief failed with status 500');
    await alert.waitFor();
    await page.waitForTimeout(6000);
    expect(await alert.count()).toBe(0);
  },
);

journey.concurrent(
  'an alert stays while the pointer is over it or the focus inside it',
  async ({ page, visit, expect }) => {
    await page.clock.install();
    await visit('/3141592/broken-brief/contact');
    const alert = feedbackPage(page).alert('Error: getBrief failed with status 500');
    await alert.hover();
    await page.clock.runFor(20_000);
    expect(await alert.isVisible()).toBe(true);
    await alert.getByRole('button').focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    expect(await alert.isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Try again' }).focus();
    await page.clock.runFor(5000);
    expect(await alert.count()).toBe(0);
  },
);

journey.concurrent(
  'closing an alert with the keyboard hands the focus on',
  async ({ page, visit, expect }) => {
    await visit('/3141592/missing-brief/contact');
    const { heading } = feedbackPage(page);
    const close = page.getByRole('button', { name: 'Close alert' });
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect.poll(() => close.count()).toBe(2);
    await close.first().press('Enter');
    await expect.poll(() => close.evaluate((it) => it === document.activeElement)).toBe(true);
    await close.press('Enter');
    await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
  },
);

journey.concurrent(
  'errors interrupt a screen reader, successes wait their turn',
  async ({ page, visit }) => {
    await visit('/3141592/chatty-brief/contact');
    await page.getByRole('status').filter({ hasText: 'All is well' }).waitFor();
    await visit('/3141592/missing-brief/contact');
    await page.getByRole('alert').filter({ hasText: 'Error: getBrief' }).waitFor();
  },
);
