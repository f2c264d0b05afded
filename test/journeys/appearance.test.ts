import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey('the page has the four theme colours', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { submit, fill, heading } = feedbackPage(page);
  await fill(sampleMessage);
  const colorOf = (selector: string, property: 'color' | 'backgroundColor' | 'outlineColor') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  expect(await colorOf('body', 'backgroundColor')).toBe('rgb(252, 252, 247)');
  expect(await colorOf('body', 'color')).toBe('rgb(82, 82, 82)');
  expect(await colorOf(':focus', 'outlineColor')).toBe('rgb(21, 112, 239)');
  expect(await colorOf('#message', 'color'), 'typed text').toBe('rgb(7, 22, 48)');
  for (const part of [heading, submit]) {
    expect(await part.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(
      'rgb(7, 22, 48)',
    );
  }
});

journey('the message field takes right-to-left text', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { message } = feedbackPage(page);
  await message.fill('שלום');
  expect(await message.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
});

journey('alerts fade in, but not with reduced motion', async ({ page, visit }) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await visit('/3141592/missing-brief/contact');
    const alert = feedbackPage(page).alerts.first();
    await alert.waitFor();
    const animation = await alert.evaluate((it) => getComputedStyle(it).animationName);
    expect(animation).toBe(reducedMotion === 'reduce' ? 'none' : 'fade-in');
  }
});
