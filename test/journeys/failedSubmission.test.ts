import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  emptyMessage,
  feedbackPage,
  holdRequests,
  sampleMessage,
  sent,
} from '../support/browser/feedbackPage.ts';
import { expectFocus } from '../support/browser/focus.ts';
import { journey } from '../support/browser/journey.ts';

const newerMessage = { subject: 'Newer', message: 'Something else' };

journey(
  'a message that was not sent changes places with newer text, also after a reload',
  async ({
    page,
    feedback: { fill, fieldValues, kept, restore, send, subject, submit, thankYou },
    open,
  }) => {
    await open('broken-submission');
    const release = await holdRequests(page, '**/form-submit');
    await send();
    await thankYou.waitFor();
    await fill(newerMessage);
    release();
    await page.getByText('Your message was not sent after all.').waitFor();
    await page.reload();
    await restore.click();
    await expectFocus(subject);
    expect(await fieldValues()).toEqual(sampleMessage);
    await kept.getByText('This was in the form before.').waitFor();
    await restore.click();
    expect(await fieldValues()).toEqual(newerMessage);
    await page.getByRole('button', { name: 'Discard “Thank you”' }).click();
    await page.reload();
    await submit.waitFor();
    expect(await restore.count()).toBe(0);
  },
);

journey(
  'a message submitted offline was not sent, and after its delivery only a receipt is stored',
  async ({ context, page, feedback: { fill, subject, submit, thankYou, outcome }, open }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await subject.focus();
    await page.waitForFunction(() => 'grecaptcha' in window);
    await context.setOffline(true);
    await submit.click();
    await thankYou.waitFor();
    await outcome('Not sent').waitFor();
    await context.setOffline(false);
    await submit.click();
    await outcome(sent('Thank you')).waitFor();
    const stored = await page.evaluate<string>('Object.values(sessionStorage).join()');
    expect(JSON.parse(stored)).toMatchObject({
      fields: emptyMessage,
      status: { kind: 'idle' },
      unsent: [],
      unconfirmed: [],
      receipt: { fields: sampleMessage },
    });
  },
);

journey(
  'a message is not confirmed although a browser that loaded the page says that it is offline',
  async ({ page, feedback: { fieldValues, focused, outcome, send }, addScript, open }) => {
    await addScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false });
    });
    await page.route('**/form-submit', (route) => route.abort());
    await open('daily-harvest');
    await send();
    await outcome('Not confirmed').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await focused.textContent()).toContain('Not confirmed');
  },
);

journey(
  'the advice after a failure follows its status, also after a reload',
  async ({ page, feedback: { outcome, send }, open }) => {
    const contact = page.getByRole('main').getByRole('link', { name: 'Contact Briefly' });
    for (const [status, advice, contacts] of [
      [429, 'Wait a minute, then press Submit again.', 0],
      [404, 'Pressing Submit again does not help.', 1],
    ] as const) {
      await page.route('**/form-submit', (route) => route.fulfill({ status, json: {} }));
      await open('daily-harvest', '', `${status}`);
      await send();
      await outcome(advice).waitFor();
      await page.reload();
      await outcome(advice).waitFor();
      expect(await contact.count(), `links after a ${status}`).toBe(contacts);
    }
  },
);

journey(
  'a message that may have arrived stays unconfirmed until it is delivered',
  async ({ page, feedback: { fieldValues, focused, outcome, send, submit }, open }) => {
    const unconfirmed = outcome(/Not confirmed.*the editor may get it twice/);
    let status = 504;
    await page.route('**/form-submit', (route) =>
      route.fulfill({ status, contentType: 'application/problem+json', body: '{}' }),
    );
    await open('daily-harvest');
    await send();
    await unconfirmed.waitFor();
    status = 400;
    await submit.click();
    await page.getByRole('link', { name: 'Contact Briefly' }).waitFor();
    await unconfirmed.waitFor();

    await open('daily-harvest', '?captcha=never');
    await submit.click();
    await focused.filter({ hasText: 'Running the security check' }).waitFor();
    page.on('dialog', (dialog) => dialog.accept());
    await open('daily-harvest');
    await unconfirmed.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.unroute('**/form-submit');
    await submit.click();
    await outcome(sent(sampleMessage.subject)).waitFor();
  },
);

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Sends two messages, each of which fails while something else is being written. */
async function failTwice(page: Page) {
  const { fill, send, thankYou } = feedbackPage(page);
  for (const subject of ['First', 'Second']) {
    const release = await holdRequests(page, '**/form-submit');
    await send({ ...sampleMessage, subject });
    await thankYou.last().waitFor();
    await fill(newerMessage);
    release();
    await buttonOf(page, `Restore “${subject}”`).waitFor();
  }
}

journey(
  'a double-click on Discard or Restore is meant for one of two messages that may have arrived',
  async ({ page, feedback: { fieldValues, focused, kept, restore }, open }) => {
    const button = (name: string) => buttonOf(page, name);
    await open('used-captcha-submission');
    await failTwice(page);
    await kept.getByText('If you send one again, the editor may get it twice.').waitFor();
    await button('Discard “First”').dblclick();
    await button('Undo “First”').waitFor();
    await kept.getByText('If you send it again, the editor may get it twice.').waitFor();
    expect(await restore.count()).toBe(1);
    await button('Undo “First”').click();
    expect(await focused.textContent()).toBe('Contact the editor');
    await restore.first().dblclick();
    expect((await fieldValues()).subject).toBe('First');
    expect(await restore.allTextContents()).toEqual(['Restore “Second”', 'Restore “Newer”']);
  },
);
