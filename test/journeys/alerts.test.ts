import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isFocused } from '../support/browser/focus.ts';
import { clockJourney, journey } from '../support/browser/journey.ts';

clockJourney(
  'the alert about a 404 is still visible after a minute and can be closed',
  async ({ page, visit, expect }) => {
    await visit('/3141592/missing-brief/contact');
    const alert = feedbackPage(page).alert('Error: getBrief failed with status 404');
    await alert.waitFor();
    await page.clock.runFor(60_000);
    expect(await alert.isVisible()).toBe(true);
    await alert.getByRole('button', { name: 'Close alert' }).click();
    await alert.waitFor({ state: 'detached' });
  },
);

clockJourney(
  'no alert is dismissed while the pointer is over it or the focus is inside it',
  async ({ page, visit, expect }) => {
    await visit('/3141592/broken-brief/contact');
    const { alert: alertWith, tryAgain } = feedbackPage(page);
    const alert = alertWith('Error: getBrief failed with status 500');
    await alert.hover();
    await page.clock.runFor(20_000);
    expect(await alert.isVisible()).toBe(true);
    await alert.getByRole('button').focus();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    expect(await alert.isVisible()).toBe(true);
    await tryAgain.focus();
    await page.clock.runFor(5000);
    expect(await alert.count()).toBe(0);
  },
);

clockJourney(
  'an alert that appears under a resting pointer is dismissed, until the pointer moves over it',
  async ({ page, visit, expect }) => {
    await visit('/3141592/broken-brief/contact');
    const { alert: alertWith, tryAgain } = feedbackPage(page);
    const alert = alertWith('Error: getBrief failed with status 500');
    const isHovered = () => alert.evaluate((element) => element.matches(':hover'));
    await alert.waitFor();
    await page.clock.runFor(5000);
    await page.mouse.move(1200, 750);

    await tryAgain.press('Enter');
    await alert.waitFor();
    await expect.poll(isHovered).toBe(true);
    await page.clock.runFor(5000);
    expect(await alert.count()).toBe(0);

    await tryAgain.press('Enter');
    await alert.waitFor();
    await page.mouse.move(1201, 751);
    await page.clock.runFor(20_000);
    expect(await alert.isVisible()).toBe(true);
  },
);

journey(
  'closing an alert with the keyboard focuses the next alert, then the heading',
  async ({ page, visit, expect }) => {
    await visit('/3141592/broken-brief/contact');
    const { heading, tryAgain } = feedbackPage(page);
    const close = page.getByRole('button', { name: 'Close alert' });
    await tryAgain.click();
    await expect.poll(() => close.count()).toBe(2);
    await close.first().press('Enter');
    await expect.poll(() => isFocused(close)).toBe(true);
    await close.press('Enter');
    await expect.poll(() => isFocused(heading)).toBe(true);
  },
);

clockJourney(
  'alerts stand in the order in which they came, whatever their type',
  async ({ page, visit, withSuffix, expect }) => {
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    const { alerts, fill, submit } = feedbackPage(page);
    for (const count of [2, 4]) {
      await fill(sampleMessage);
      await submit.click();
      await expect.poll(() => alerts.count()).toBe(count);
    }
    const texts = await alerts.allTextContents();
    const thankYou = expect.stringMatching(/^Thank you!/);
    const error = expect.stringMatching(/^Error: submitFeedback/);
    expect(texts).toEqual([thankYou, error, thankYou, error]);
    const tops = await alerts.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  },
);

journey(
  'a success appears in a live region that was there before it',
  async ({ page, visit, withSuffix, expect }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    const { fill, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    const region = page.getByRole('region', { name: 'Notifications' }).getByRole('status').last();
    const before = await region.elementHandle();
    await submit.click();
    await thankYou.waitFor();
    expect(await before?.textContent()).toMatch(/^Thank you!/);
  },
);
