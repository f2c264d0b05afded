import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey('the help cards are 320 × 160 px, side by side and centred', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const cards = page.getByTestId('help-links').locator('.help-card');
  await cards.first().waitFor();
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  expect(boxes.map((box) => [box?.width, box?.height])).toEqual([
    [320, 160],
    [320, 160],
    [320, 160],
  ]);
  const [left, middle, right] = boxes;
  expect((middle?.x ?? 0) + 160).toBeCloseTo(640, 0);
  expect((left?.x ?? 0) + (right?.x ?? 0) + 320).toBeCloseTo(1280, 0);
});

journey('the message field has 12 rows and takes right-to-left text', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { message } = feedbackPage(page);
  expect(await message.getAttribute('rows')).toBe('12');
  const lines = await message.evaluate((field) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
    const inner =
      field.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return inner / Number.parseFloat(lineHeight);
  });
  expect(lines).toBeCloseTo(12, 1);
  await message.fill('שלום');
  expect(await message.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
});

journey('the alert stack is at the bottom right', async ({ page, visit }) => {
  await visit('/3141592/missing-brief/contact');
  const { alerts } = feedbackPage(page);
  await alerts.first().waitFor();
  const box = await alerts.first().boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1280 - 24);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(800 - 24);
});

journey('the page has the four theme colours', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { submit, fill: write } = feedbackPage(page);
  await write(sampleMessage);
  const colorOf = (selector: string, property: 'color' | 'backgroundColor' | 'outlineColor') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  expect(await colorOf('body', 'backgroundColor')).toBe('rgb(252, 252, 247)');
  expect(await colorOf('body', 'color')).toBe('rgb(82, 82, 82)');
  expect(await colorOf(':focus', 'outlineColor')).toBe('rgb(21, 112, 239)');
  expect(await colorOf('#message', 'color'), 'typed text').toBe('rgb(7, 22, 48)');
  await page.mouse.move(0, 0);
  await expect
    .poll(() => submit.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(7, 22, 48)');
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
