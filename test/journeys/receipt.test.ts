import { expect } from 'vitest';
import { boxOf } from '../support/browser/boxOf.ts';
import {
  emptyMessage,
  feedbackPage,
  holdRequests,
  sampleMessage,
  sent,
} from '../support/browser/feedbackPage.ts';
import { expectFocus } from '../support/browser/focus.ts';
import { clockJourney, journey } from '../support/browser/journey.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

const another = { subject: 'Another', message: 'matter' };

journey(
  'a receipt has the subject and the whole message, survives an edit, a reload and Back, and is gone once it is dismissed',
  async ({
    page,
    feedback: { fieldValues, receipt, send, submit, subject, sentText },
    open,
    visit,
  }) => {
    await open('daily-harvest');
    await send();
    await receipt.getByText('Show my message').click();
    expect(await sentText.inputValue()).toBe('Thank you\n\nI read you\nevery morning.');
    await subject.fill('Another');
    expect(await visibilityOf(sentText), 'the open message').toBe('visible');
    await subject.fill('');
    await page.reload();
    await receipt.filter({ hasText: sent('Thank you') }).waitFor();
    await visit('/');
    await page.goBack();
    await receipt.filter({ hasText: sent('Thank you') }).waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);
    await receipt.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => receipt.count()).toBe(0);
    await page.reload();
    await submit.waitFor();
    expect(await receipt.count()).toBe(0);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  },
);

journey(
  'a receipt stays while the next message is written and fails, until the next one is delivered',
  async ({ page, feedback: { fill, outcome, receipt, send, sentText, submit }, open }) => {
    let status = 404;
    await open('daily-harvest');
    await send();
    await receipt.getByText('Show my message').click();
    await page.route('**/form-submit', (route) =>
      status === 404 ? route.fulfill({ status }) : route.fallback(),
    );
    await send(another);
    await outcome('Not sent').waitFor();
    await receipt.filter({ hasText: sent('Thank you') }).waitFor();
    status = 200;
    await submit.click();
    await receipt.filter({ hasText: sent('Another') }).waitFor();
    expect(await receipt.count()).toBe(1);
    expect(await visibilityOf(sentText), 'the message').toBe('hidden');
    await fill(sampleMessage);
    await receipt.filter({ hasText: sent('Another') }).waitFor();
  },
);

clockJourney(
  'a receipt has the time in the format of the reader, and the date on another day, also on a page that stayed open',
  async ({ page, feedback: { receipt, send }, open }) => {
    await page.clock.setFixedTime(new Date(2026, 10, 22, 23, 58));
    await open('daily-harvest');
    await send();
    await receipt.getByText(/^Sent at 11:58\sPM$/).waitFor();
    await page.clock.setFixedTime(new Date(2026, 10, 23, 8, 0));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await receipt.getByText(/^Sent on Nov 22, 2026, 11:58\sPM$/).waitFor();
  },
);

journey(
  'a receipt stands beside Submit until the next edit, then left of the fields, and moves neither; on a phone below Submit',
  async ({ page, feedback: { alerts, message, receipt, send, submit, subject }, open }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('daily-harvest');
    await submit.waitFor();
    const positions = async () => {
      const boxes = [await boxOf(subject), await boxOf(message), await boxOf(submit)];
      const top = boxes[0]?.y ?? 0;
      return boxes.map(({ x, y, width }) => ({ x, y: y - top, width }));
    };
    const before = await positions();
    await send();
    await receipt.waitFor();
    expect(await positions()).toEqual(before);
    expect(await boxOf(receipt)).toMatchObject({ x: 648, right: 1112 });
    expect((await boxOf(receipt)).y).toBe((await boxOf(submit)).y);
    await expect
      .poll(async () => (await boxOf(alerts.first())).y - (await boxOf(receipt)).bottom)
      .toBeGreaterThanOrEqual(16);
    await subject.fill('Another');
    expect(await positions()).toEqual(before);
    expect(await boxOf(receipt)).toMatchObject({ x: 144, right: 432 });
    expect((await boxOf(receipt)).bottom).toBe((await boxOf(submit)).bottom);
    await page.setViewportSize({ width: 375, height: 812 });
    const { bottom } = await boxOf(submit);
    expect((await boxOf(receipt)).y).toBeGreaterThan(bottom);
  },
);

journey(
  'Tab leads from the place of the outcome to the receipt, and the focus stays near it when it is dismissed',
  async ({ page, feedback: { focused, receipt, send }, open }) => {
    await open('daily-harvest');
    await send();
    await receipt.waitFor();
    await page.keyboard.press('Tab');
    await expectFocus(receipt.locator('summary'));
    await page.keyboard.press('Tab');
    await expectFocus(receipt.getByRole('button', { name: 'Dismiss' }));
    await page.keyboard.press('Enter');
    expect(await focused.getAttribute('class')).toBe('form-status');
  },
);

journey(
  'a message that is delivered in a copy of the tab has a receipt in both, and leaves the form and the kept texts of the other',
  async ({
    context,
    page,
    feedback: { fill, fieldValues, kept, outcome, receipt, restore, send, submit },
    open,
  }) => {
    let status = 404;
    await context.route('**/form-submit', (route) =>
      status === 404 ? route.fulfill({ status }) : route.fallback(),
    );
    /** Sends a message in a copy of the tab. */
    async function sendInCopy(title: string, restores = false) {
      const opened = context.waitForEvent('page');
      // A window that another one has opened gets a copy of its session storage.
      await page.evaluate(() => void open(location.href));
      const copy = feedbackPage(await opened);
      status = 200;
      if (restores) await copy.restore.click();
      await copy.submit.click();
      await copy.outcome(sent(title)).waitFor();
      await (await opened).close();
      status = 404;
    }
    await open('daily-harvest');
    await send();
    await outcome('Not sent').waitFor();
    await sendInCopy('Thank you');
    await receipt.filter({ hasText: sent('Thank you') }).waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);

    await send(another);
    await outcome('Not sent').waitFor();
    const release = await holdRequests(page, '**/form-submit');
    await submit.click();
    await fill(sampleMessage);
    release();
    await restore.waitFor();
    await sendInCopy('Another', true);
    await receipt.filter({ hasText: sent('Another') }).waitFor();
    expect(await kept.count()).toBe(0);
    expect(await fieldValues()).toEqual(sampleMessage);
    await context.unroute('**/form-submit');
  },
);

journey.for([
  ['before', true],
  ['after', false],
] as const)(
  'a page from the back/forward cache says what has become of a message whose response came %s it was shown again',
  async ([, isKnown], { page, feedback: { outcome, send, thankYou }, open }) => {
    await open('daily-harvest');
    const release = await holdRequests(page, '**/form-submit');
    await send();
    await thankYou.waitFor();
    const show = (type: string) =>
      page.evaluate(
        (name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })),
        type,
      );
    await show('pagehide');
    if (isKnown) {
      release();
      await outcome(sent('Thank you')).waitFor();
    }
    await show('pageshow');
    // The page reads again what is stored in the task before this one.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    if (!isKnown) {
      await outcome('Not confirmed').waitFor();
      release();
    }
    await outcome(sent('Thank you')).waitFor();
  },
);
