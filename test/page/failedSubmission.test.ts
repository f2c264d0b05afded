import { expect } from './fixtures/expect.ts';
import { emptyMessage, holdRequests, sampleMessage, sent } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';

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
    await expect(restore).toHaveCount(0);
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
  'after a failure that another attempt does not help, the page links to the contact page',
  async ({ page, feedback: { outcome, send }, open }) => {
    await open('missing-submission');
    await send();
    await outcome("Trying again won't help.").waitFor();
    const contact = page.getByRole('main').getByRole('link', { name: 'Contact Briefly' });
    await expect(contact).toHaveCount(1);
  },
);

journey(
  'a double-click on Restore or Discard is meant for one of several messages that may have arrived',
  async ({ page, feedback, open }) => {
    const { fieldValues, fill, focused, kept, restore, send, thankYou } = feedback;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.setViewportSize({ width: 375, height: 812 });
    await open('used-captcha-submission');
    for (const subject of ['First', 'Second', 'Third']) {
      const release = await holdRequests(page, '**/form-submit');
      await send({ ...sampleMessage, subject });
      await thankYou.last().waitFor();
      await fill(newerMessage);
      release();
      await button(`Restore “${subject}”`).waitFor();
    }
    await kept
      .getByText('Restore one to send it again; the editor may then get it twice.')
      .waitFor();
    await fill(emptyMessage);
    // Without the alerts, the button of the next message takes the place of the one that is clicked.
    await page.reload();
    await button('Restore “First”').dblclick();
    expect((await fieldValues()).subject).toBe('First');
    await expect(restore).toHaveText(['Restore “Second”', 'Restore “Third”']);
    await button('Discard “Second”').dblclick();
    const text = kept.getByText('Restore it to send it again; the editor may then get it twice.');
    await text.waitFor({ state: 'attached' });
    await expect(restore).toHaveText(['Restore “Third”']);
    await button('Undo “Second”').click();
    await expect(focused).toHaveText('Contact the editor');
  },
);
