import type { Locator } from 'playwright-core';
import { captchaFailures } from '../../client/messages.ts';
import { submissionsTo } from '../submissions.ts';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage, sent } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';

journey(
  'while a message is being sent, a second one cannot be submitted',
  async ({ page, feedback: { fill, submit, thankYou, subject, message }, open }) => {
    const release = await holdRequests(page, '**/form-submit');
    const briefId = await open('daily-harvest');
    await fill(sampleMessage);
    await submit.dblclick();
    await thankYou.waitFor();
    await fill({ subject: 'Another', message: 'one' });
    await expect(submit).toBeDisabled();
    await subject.press('Enter');
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    release();
    await expect(submit).toBeEnabled();
    expect(await submissionsTo(briefId)).toHaveLength(1);
    await expect(message).toHaveValue('one');
  },
);

journey(
  'a message submitted offline was not sent, and is sent once the browser is online',
  async ({ context, page, feedback: { fill, subject, submit, outcome }, open }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await subject.focus();
    await page.waitForFunction(() => 'grecaptcha' in window);
    await context.setOffline(true);
    await submit.click();
    await outcome('Not sent').waitFor();
    await context.setOffline(false);
    await submit.click();
    await outcome(sent('Thank you')).waitFor();
  },
);

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

journey(
  'Enter that is held on Submit or in Subject is one attempt, and adds lines to a message',
  async ({ page, feedback: { message, outcome, send, subject, submit }, open }) => {
    await page.route('**/enterprise.js*', (route) => route.abort());
    const failed = outcome(captchaFailures.blocked.reason);
    await open('daily-harvest');
    await send();
    await failed.waitFor();
    await page.evaluate(() => {
      Object.assign(globalThis, { attempts: 0 });
      document.addEventListener('submit', () => {
        attempts += 1;
      });
    });
    await holdEnter(submit, failed);
    await holdEnter(subject, failed);
    expect(await page.evaluate(() => attempts)).toBe(2);
    await message.fill('');
    await holdEnter(message, failed);
    await expect(message).toHaveValue('\n'.repeat(5));
  },
);

declare global {
  var attempts: number;
}

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
