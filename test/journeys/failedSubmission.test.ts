import { expect, onTestFinished } from 'vitest';
import {
  emptyMessage,
  feedbackPage,
  holdRequests,
  sampleMessage,
  sent,
} from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

const newerMessage = { subject: 'Newer', message: 'Something else' };

journey(
  'a message that was not sent is back in the form, and can be sent again after a reload',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('flaky-submission')}/contact`);
    const { fill, fieldValues, submit, outcome } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await outcome('Not sent').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.reload();
    await outcome('Not sent').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await submit.click();
    await page.getByRole('link', { name: 'Contact Briefly' }).waitFor();
    await submit.click();
    await outcome(sent('Thank you')).waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);
  },
);

journey(
  'a message that was not sent does not replace newer text: restoring it swaps them, also after a reload',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    const { fill, fieldValues, submit, restore, thankYou } = feedbackPage(page);
    const release = await holdRequests(page, '**/form-submit');
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
    await fill(newerMessage);
    release();
    await page.getByText('Your message was not sent after all.').waitFor();
    await page.reload();
    await restore.waitFor();
    expect(await fieldValues()).toEqual(newerMessage);
    await restore.click();
    expect(await fieldValues()).toEqual(sampleMessage);
    const kept = page.getByRole('group', { name: 'Kept text “Newer”' });
    expect(await kept.textContent()).toContain('This was in the form before.');
    await restore.click();
    expect(await fieldValues()).toEqual(newerMessage);

    await page.getByRole('button', { name: 'Discard “Thank you”' }).click();
    await page.reload();
    await submit.waitFor();
    expect(await restore.count()).toBe(0);
  },
);

journey('a message submitted offline was not sent', async ({ page, visit, withSuffix }) => {
  await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
  const { fill, subject, submit, thankYou, outcome } = feedbackPage(page);
  await fill(sampleMessage);
  await subject.focus();
  await page.waitForFunction(() => 'grecaptcha' in window);
  await page.context().setOffline(true);
  await submit.click();
  await thankYou.waitFor();
  await outcome('Not sent').waitFor();
  await page.context().setOffline(false);
  await submit.click();
  await outcome(sent('Thank you')).waitFor();
});

const portal = '<!doctype html><h1>Sign in to the network</h1>';
const doubtfulResponses = [
  { name: 'a page of a portal', response: { contentType: 'text/plain', body: portal } },
  { name: 'a page by media type', response: { contentType: 'text/html', body: 'Sign in' } },
  { name: 'a 409', response: { status: 409, contentType: 'application/problem+json', body: '{}' } },
  { name: 'a redirect to nowhere', response: { status: 302 } },
];

journey.for(doubtfulResponses)(
  'a message whose response is $name is not confirmed and back in the form',
  async ({ response }, { page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const { fill, fieldValues, outcome, submit } = feedbackPage(page);
    await page.route('**/form-submit', (route) => route.fulfill(response));
    await fill(sampleMessage);
    await submit.click();
    await outcome('Not confirmed').waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    expect(await page.locator(':focus').textContent()).toContain('Not confirmed');
  },
);

journey(
  'a message without a complete response is not confirmed although the browser says that it is offline',
  async ({ page, visit, withSuffix }) => {
    const script = await page.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false });
    });
    onTestFinished(() => script.dispose());
    const { fill, outcome, submit } = feedbackPage(page);
    for (const id of ['reset-mid-body-submission', 'daily-harvest']) {
      await visit(`/3141592/${withSuffix(id)}/contact`);
      if (id === 'daily-harvest') {
        await page.route('**/form-submit', (route) => route.abort('connectionreset'));
      }
      await fill(sampleMessage);
      await submit.click();
      await outcome('Not confirmed').waitFor();
    }
  },
);

journey(
  'a message that may have arrived stays unconfirmed through attempts that fail for certain, a failed security check and reloads, until it is delivered',
  async ({ page, visit, withSuffix }) => {
    const path = `/3141592/${withSuffix('daily-harvest')}/contact`;
    await visit(path);
    const { fill, fieldValues, outcome, progress, submit } = feedbackPage(page);
    const unconfirmed = outcome(/Not confirmed.*the editor may get it twice/);
    let status = 504;
    const route = () =>
      page.route('**/form-submit', (it) =>
        it.fulfill({ status, contentType: 'application/problem+json', body: '{}' }),
      );
    await route();
    await fill(sampleMessage);
    await submit.click();
    await unconfirmed.waitFor();

    status = 400;
    await submit.click();
    await page.getByRole('link', { name: 'Contact Briefly' }).waitFor();
    await unconfirmed.waitFor();

    await visit(`${path}?captcha=expired`);
    await unconfirmed.waitFor();
    await submit.click();
    await outcome('The security check expired.').waitFor();
    await unconfirmed.waitFor();

    await visit(`${path}?captcha=never`);
    await submit.click();
    await progress('Running').or(page.getByText('Running the security check...')).first().waitFor();
    page.on('dialog', (dialog) => dialog.accept());
    await visit(path);
    await unconfirmed.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.unroute('**/form-submit');
    await submit.click();
    await outcome(sent(sampleMessage.subject)).waitFor();
  },
);

journey(
  'a double-click on Discard removes one message, which Undo brings back until the next action',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    const { fill, outcome, restore, submit, thankYou } = feedbackPage(page);
    for (const subject of ['First', 'Second']) {
      const release = await holdRequests(page, '**/form-submit');
      await fill({ ...sampleMessage, subject });
      await submit.click();
      await thankYou.last().waitFor();
      await fill(newerMessage);
      release();
      await page.getByRole('button', { name: `Restore “${subject}”` }).waitFor();
      await page.unroute('**/form-submit');
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Discard “First”').dblclick();
    await button('Undo “First”').waitFor();
    expect(await restore.count()).toBe(1);
    await button('Undo “First”').click();
    expect(await restore.count()).toBe(2);
    await button('Discard “First”').click();
    await fill({ ...newerMessage, subject: 'Another' });
    await button('Discard “Second”').click();
    expect(await button('Undo “First”').count()).toBe(0);
    await button('Undo “Second”').click();
    await page.reload();
    await button('Restore “Second”').waitFor();
    expect(await restore.count()).toBe(1);
    expect(await outcome('Not sent').count()).toBe(0);
  },
);
