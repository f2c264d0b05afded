import { contactForm } from '../../client/messages.ts';
import { basePath } from '../../client/routes.ts';
import { startTestStack } from '../startTestStack.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { emptyMessage, feedbackPage, holdRequests, sent } from './fixtures/feedbackPage.ts';
import { clockJourney, journey } from './fixtures/journey.ts';

journey(
  'a receipt has the whole message, is folded by the next one, and survives a reload and Back',
  async ({
    page,
    feedback: { fieldValues, receipt, send, submit, subject, sentText },
    open,
    visit,
  }) => {
    await open('daily-harvest');
    await send();
    await receipt.getByText('Show my message').click();
    await expect(sentText).toHaveValue('Thank you\n\nI read you\nevery morning.');
    await subject.fill('Another');
    await subject.fill('');
    const reopen = receipt.getByRole('button', { name: 'Sent at', expanded: false });
    await reopen.waitFor();
    await expect(sentText, 'the message in a folded receipt').toBeHidden();
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
    await expect(sentText).toHaveCSS('font-size', '16px');
    await subject.pressSequentially('nother');
    await expect(sentText, 'while one writes').toBeVisible();
    await toggle.press('Enter');
    await expect(sentText).toBeHidden();
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
    await expect(sending).toBeVisible();
    await show('pagehide', true);
    await show('pageshow', true);
    await outcome('Not confirmed').waitFor();
    release();
    await outcome(sent('Thank you')).waitFor();
  },
);

journey(
  'what happens next stands below the heading in the left column, and below Submit in one column',
  async ({ page, feedback: { liveForm, subject, submit }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    const list = page.getByRole('heading', { name: 'What happens next' }).locator('+ ul');
    const sentence = page.getByText(contactForm.intro);
    for (const width of [992, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await boxOf(list)).right, `${width} px`).toBeLessThan((await boxOf(subject)).x);
      expect((await boxOf(list)).bottom, `${width} px`).toBeLessThan((await boxOf(submit)).y);
      await expect(sentence, `${width} px`).toBeHidden();
    }
    for (const width of [320, 991]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await boxOf(list)).y, `${width} px`).toBeGreaterThan((await boxOf(submit)).bottom);
      await expect(sentence, `${width} px`).toBeVisible();
    }
  },
);

journey(
  'a receipt takes the place of what happens next in the left column, until it is dismissed',
  async ({ page, feedback: { receipt, send, subject }, open }) => {
    const heading = page.getByRole('heading', { name: 'What happens next' });
    await open('daily-harvest');
    await send();
    await receipt.waitFor();
    await expect(heading).toBeHidden();
    await subject.fill('Another');
    await expect(heading, 'with a folded receipt').toBeHidden();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(heading).toBeVisible();
  },
);

journey('a brief without a name is called "this newsletter"', async ({ page, open }) => {
  await page.route('**/briefs/*', (route) => route.fulfill({ json: { name: '', fullName: '' } }));
  await open('daily-harvest');
  await page.getByText('An editor of this newsletter reads it, usually the same day.').waitFor();
});

journey(
  'without NEXT_STEPS, the form has its sentence at every width, and the receipt no promise',
  async ({ page, feedback: { receipt, send } }) => {
    const { host } = await startTestStack({ NEXT_STEPS: 'none' });
    await page.goto(`${host.url}${basePath}/1/daily-harvest/contact`);
    await send();
    await expect(receipt.getByText('To the editors of')).toHaveText(
      'To the editors of The Daily Harvest.',
    );
    const headings = page.getByRole('heading', { name: 'What happens next' });
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText(contactForm.intro), `${width} px`).toBeVisible();
      await expect(headings).toHaveCount(0);
    }
  },
);
