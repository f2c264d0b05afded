import type { Locator, Page } from 'playwright-core';
import { captchaFailures } from '../../client/messages.ts';
import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';

/** @param shown what is there whenever the key is repeated */
async function holdEnter(control: Locator, shown: Locator) {
  const { keyboard } = control.page();
  await control.focus();
  for (let press = 0; press < 5; press += 1) {
    await keyboard.down('Enter');
    await shown.waitFor();
  }
  await keyboard.up('Enter');
}

/** Counts the events of a type from now on. */
async function countEvents(page: Page, type: string): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle((name) => {
    const counted = { count: 0 };
    document.addEventListener(name, () => {
      counted.count += 1;
    });
    return counted;
  }, type);
  return () => counter.evaluate(({ count }) => count);
}

journey(
  'Enter that is held on Submit or in Subject is one attempt, and adds lines to a message',
  async ({ page, feedback: { message, outcome, send, subject, submit }, open }) => {
    await page.route('**/enterprise.js*', (route) => route.abort());
    const failed = outcome(captchaFailures.blocked.reason);
    await open('daily-harvest');
    await send();
    await failed.waitFor();
    const attempts = await countEvents(page, 'submit');
    await holdEnter(submit, failed);
    expect(await attempts()).toBe(1);
    await holdEnter(subject, failed);
    expect(await attempts()).toBe(2);
    await message.fill('');
    await holdEnter(message, failed);
    await expect(message).toHaveValue('\n'.repeat(5));
  },
);

journey(
  'Enter that is held on the close button of an alert closes no other',
  async ({ feedback: { alerts, outcome, send }, open }) => {
    await open('missing-submission');
    await send();
    await outcome('Not sent').waitFor();
    await expect(alerts).toHaveCount(2);
    await holdEnter(alerts.first().getByRole('button'), alerts.last());
    await expect(alerts).toHaveCount(1);
  },
);
