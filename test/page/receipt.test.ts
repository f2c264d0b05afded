import { expect } from './fixtures/expect.ts';
import { emptyMessage, feedbackPage, holdRequests, sent } from './fixtures/feedbackPage.ts';
import { clockJourney, journey } from './fixtures/journey.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

journey(
  'a receipt has the whole message, is folded by the next one, and survives a reload and Back',
  async ({
    page,
    feedback: { fieldValues, receipt, send, submit, subject, sentText },
    open,
    visit,
  }) => {
    const briefId = await open('daily-harvest');
    await send();
    await receipt.getByText('Show my message').click();
    await expect(sentText).toHaveValue('Thank you\n\nI read you\nevery morning.');
    await subject.fill('Another');
    await subject.fill('');
    const reopen = receipt.getByRole('button', { name: 'Sent at', expanded: false });
    await reopen.waitFor();
    expect(await visibilityOf(sentText), 'the message in a folded receipt').toBe('hidden');
    await page.reload();
    await reopen.waitFor();
    await visit('/');
    await page.goBack();
    await reopen.click();
    await receipt.filter({ hasText: sent('Thank you') }).waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);
    await receipt.getByRole('button', { name: 'Dismiss' }).click();
    await expect(receipt).toHaveCount(0);
    await page.reload();
    await submit.waitFor();
    await expect(receipt).toHaveCount(0);
    // The page of the journey before may have stored something as it was left.
    const stored = await page.evaluate(() => Object.entries(sessionStorage));
    expect(stored.filter(([key]) => key.includes(briefId))).toEqual([]);
  },
);

clockJourney(
  'a receipt has the time in the format of the reader, and the date once it is another day',
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
  'an open message is still open when its receipt has been folded and is opened again',
  async ({ feedback: { receipt, send, subject, sentText }, open }) => {
    await open('daily-harvest');
    await send();
    await receipt.getByText('Show my message').click();
    await subject.pressSequentially('A');
    const toggle = receipt.getByRole('button', { name: 'Sent at' });
    await toggle.press('Enter');
    await expect.poll(() => visibilityOf(sentText)).toBe('visible');
    expect(await sentText.evaluate((it) => getComputedStyle(it).fontSize)).toBe('16px');
    await subject.pressSequentially('nother');
    expect(await visibilityOf(sentText), 'while one writes').toBe('visible');
    await toggle.press('Enter');
    await expect.poll(() => visibilityOf(sentText)).toBe('hidden');
  },
);

journey(
  'a message that is delivered in a copy of the tab has a receipt in both, and is offered in none',
  async ({ context, page, feedback: { fieldValues, kept, outcome, receipt, send }, open }) => {
    await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
    await open('daily-harvest');
    await send();
    await outcome('Not sent').waitFor();
    const opened = context.waitForEvent('page');
    // A window that another one has opened gets a copy of its session storage.
    await page.evaluate(() => void window.open(location.href));
    const copy = feedbackPage(await opened);
    await copy.submit.click();
    await copy.receipt.filter({ hasText: sent('Thank you') }).waitFor();
    await (await opened).close();
    await receipt.filter({ hasText: sent('Thank you') }).waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);
    await expect(kept).toHaveCount(0);
  },
);

journey(
  'a page from the back/forward cache says what has become of a message in transit, a new one goes on',
  async ({ page, feedback: { outcome, progress, send }, open }) => {
    await open('daily-harvest');
    const release = await holdRequests(page, '**/form-submit');
    await send();
    const sending = progress('Sending your message...');
    await sending.waitFor();
    const show = (type: string, persisted: boolean) =>
      page.evaluate(
        ([name, isPersisted]) => {
          dispatchEvent(new PageTransitionEvent(name, { persisted: isPersisted }));
          // The page reads again what is stored in the task before this one.
          return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        },
        [type, persisted] as const,
      );
    await show('pageshow', false);
    expect(await visibilityOf(sending)).toBe('visible');
    await show('pagehide', true);
    await show('pageshow', true);
    await outcome('Not confirmed').waitFor();
    release();
    await outcome(sent('Thank you')).waitFor();
  },
);
