import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boxOf } from '../support/browser/boxOf.ts';
import {
  feedbackPage,
  holdRequests,
  sampleMessage,
  sent,
} from '../support/browser/feedbackPage.ts';
import { expectFocus } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';
import { setTextSize } from '../support/browser/setTextSize.ts';
import { states } from '../support/browser/states.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

/** Sends a message that gets this response while the next one is being written. */
async function failLate(page: Page, subject: string, status: number) {
  const { fill, send, thankYou } = feedbackPage(page);
  await page.route('**/form-submit', (route) => route.fulfill({ status }));
  const release = await holdRequests(page, '**/form-submit');
  await send({ ...sampleMessage, subject });
  await thankYou.last().waitFor();
  await fill({ subject: 'Newer', message: 'Something else' });
  release();
  await page.getByRole('button', { name: `Restore “${subject}”` }).waitFor();
  await page.unrouteAll();
}

journey.for([
  [404, 'Another message was not sent.'],
  [504, 'Another message is not confirmed.'],
] as const)(
  'on a phone, what has become of a message is followed by a link to another one that failed with %s',
  async ([status, text], { page, feedback: { kept, outcome, restore, submit }, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('daily-harvest');
    await failLate(page, 'First', status);
    const hint = page.getByRole('link', { name: text });
    await submit.click();
    await outcome(sent('Newer')).waitFor();
    await page.getByRole('status').filter({ has: hint }).waitFor();
    const { y, bottom } = await boxOf(hint);
    expect(y).toBeGreaterThan((await boxOf(submit)).bottom);
    expect(bottom).toBeLessThan(844);
    expect(bottom - y, 'the height of the target').toBeGreaterThanOrEqual(44);
    await hint.click();
    await expectFocus(kept);
    expect((await boxOf(kept)).y).toBeGreaterThanOrEqual(56);
    await restore.click();
    expect(await visibilityOf(hint)).toBe('hidden');
  },
);

journey(
  'on a wide screen, the list of kept texts reaches to the outcome and the link to it is hidden',
  async ({ page, feedback: { kept, outcome, restore, submit }, open }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('daily-harvest');
    await failLate(page, 'First', 504);
    await failLate(page, 'Second', 404);
    await restore.first().click();
    await page.getByText('This was in the form before.').waitFor();
    await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
    await submit.click();
    await outcome(/Not/).waitFor();
    const { bottom } = await boxOf(kept);
    expect((await boxOf(outcome(/Not/))).y - bottom).toBeLessThanOrEqual(17);
    expect(await visibilityOf(page.getByRole('link', { name: 'Another message' }))).toBe('hidden');
  },
);

journey(
  'a double-click on Restore restores one of two texts, which change places',
  async ({ page, feedback: { fieldValues, restore }, open }) => {
    await open('daily-harvest');
    await failLate(page, 'First', 404);
    await failLate(page, 'Second', 404);
    await restore.first().dblclick();
    expect((await fieldValues()).subject).toBe('First');
    expect(await restore.allTextContents()).toEqual(['Restore “Second”', 'Restore “Newer”']);
  },
);

journey(
  'a text survives a reload although the data of the site were cleared while it was written',
  async ({ page, feedback: { fill, fieldValues, submit }, open }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await submit.waitFor();
    await expect.poll(fieldValues).toEqual(sampleMessage);
  },
);

journey(
  'a printed page has the receipt and the kept texts with their whole messages',
  async ({ page, feedback: { kept, outcome, receipt, submit }, open }) => {
    await open('daily-harvest');
    await failLate(page, 'First', 404);
    await submit.click();
    await outcome(sent('Newer')).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const [part, text] of [
      [receipt, 'Newer\n\nSomething else'],
      [kept.getByRole('listitem'), `First\n\n${sampleMessage.message}`],
    ] as const) {
      expect(await visibilityOf(part)).toBe('visible');
      const printed = part.evaluate((element) => getComputedStyle(element, '::after').content);
      expect((await printed).replaceAll('\\a ', '\n')).toBe(`"${text}"`);
    }
    for (const part of [kept.getByRole('button').first(), receipt.getByRole('button')]) {
      expect(await visibilityOf(part)).toBe('hidden');
    }
  },
);

journey(
  'with large text on a narrow screen, Restore and Discard stand one above the other, each on one line',
  async ({ page, feedback: { kept }, open }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await setTextSize(page, 32);
    await open('missing-submission');
    await states.conflict.reach(page);
    const box = (name: string) => boxOf(kept.getByRole('button', { name }));
    expect((await box('Discard')).y).toBeGreaterThanOrEqual((await box('Restore')).bottom);
    expect((await box('Discard')).x).toBe((await box('Restore')).x);
    for (const name of ['Restore', 'Discard']) expect((await box(name)).height).toBe(2 * 44);
    await setTextSize(page, 16);
  },
);
