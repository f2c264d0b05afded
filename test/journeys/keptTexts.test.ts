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
import { visibilityOf } from '../support/browser/visibilityOf.ts';

/** Sends a message that is rejected while the next one is being written. */
async function failLate(page: Page, subject: string) {
  const { fill, send, thankYou } = feedbackPage(page);
  await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
  const release = await holdRequests(page, '**/form-submit');
  await send({ ...sampleMessage, subject });
  await thankYou.last().waitFor();
  await fill({ subject: 'Newer', message: 'Something else' });
  release();
  await page.getByRole('button', { name: `Restore “${subject}”` }).waitFor();
  await page.unrouteAll();
}

journey(
  'on a phone, what has become of a message is followed by a link to another one that failed',
  async ({ page, feedback: { kept, outcome, restore, submit }, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('daily-harvest');
    await failLate(page, 'First');
    const link = page.getByRole('link', { name: 'Another message was not sent.' });
    await submit.click();
    await outcome(sent('Newer')).waitFor();
    await page.getByRole('status').filter({ has: link }).waitFor();
    const { y, bottom } = await boxOf(link);
    expect(bottom).toBeLessThan(844);
    expect(bottom - y, 'the height of the target').toBeGreaterThanOrEqual(44);
    await link.click();
    await expectFocus(kept);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await visibilityOf(link)).toBe('hidden');
    await page.setViewportSize({ width: 390, height: 844 });
    await restore.click();
    expect(await visibilityOf(link)).toBe('hidden');
  },
);

journey(
  'a printed page has the receipt and the kept texts with their whole messages',
  async ({ page, feedback: { kept, outcome, receipt, submit }, open }) => {
    await open('daily-harvest');
    await failLate(page, 'First');
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
