import { expect } from 'vitest';
import { evaluateAsExtension } from '../support/browser/evaluateAsExtension.ts';
import {
  emptyMessage,
  feedbackPage,
  holdRequests,
  sampleMessage,
} from '../support/browser/feedbackPage.ts';
import { isolatedJourney, journey } from '../support/browser/journey.ts';

journey('a draft survives a reload, and each brief has its own', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { fill, fieldValues, submit } = feedbackPage(page);
  await fill(sampleMessage);
  await page.reload();
  await submit.waitFor();
  expect(await fieldValues()).toEqual(sampleMessage);
  expect(await submit.isEnabled()).toBe(true);

  await visit('/3141592/{6F9619FF-8B86-D011-B42D-00C04FC964FF}/contact');
  await submit.waitFor();
  expect(await fieldValues()).toEqual(emptyMessage);
});

journey('what a tool has written without an event survives a reload', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { fieldValues, fill, liveForm, submit } = feedbackPage(page);
  await liveForm.waitFor();
  await fill({ subject: 'Rye', message: 'Dear' });
  await evaluateAsExtension(page, "document.getElementById('message').value += ' editor';");
  await page.reload();
  await submit.waitFor();
  expect(await fieldValues()).toEqual({ subject: 'Rye', message: 'Dear editor' });
});

journey('on a phone the form is where it was after a reload', async ({ page, visit }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await visit('/3141592/daily-harvest/contact');
  const { subject, submit } = feedbackPage(page);
  await submit.scrollIntoViewIfNeeded();
  const box = await subject.boundingBox();
  await page.reload();
  await expect.poll(() => subject.boundingBox()).toEqual(box);
});

journey(
  'a draft and an unsent message are visible only to the subscriber who wrote them',
  async ({ page, visit, withSuffix }) => {
    const brief = withSuffix('broken-submission');
    await visit(`/1/${brief}/contact`);
    const { fill, fieldValues, submit, restore, thankYou } = feedbackPage(page);
    const release = await holdRequests(page, '**/form-submit');
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
    await fill({ subject: 'Draft', message: 'of subscriber 1' });
    release();
    await restore.waitFor();

    await visit(`/2/${brief}/contact`);
    await submit.waitFor();
    expect(await fieldValues()).toEqual(emptyMessage);
    expect(await restore.count()).toBe(0);

    await page.goBack();
    await restore.waitFor();
    expect(await fieldValues()).toEqual({ subject: 'Draft', message: 'of subscriber 1' });
  },
);

journey('a delivered message is removed from storage', async ({ page, visit, withSuffix }) => {
  await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
  const { fill, submit } = feedbackPage(page);
  await fill(sampleMessage);
  const responded = page.waitForResponse('**/form-submit');
  await submit.click();
  await (await responded).finished();
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

isolatedJourney(
  'a message in transit is kept although other data has filled the storage',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('silent-submission')}/contact`);
    const { fill, fieldValues, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    await page.evaluate(fillStorage);
    await submit.click();
    await thankYou.waitFor();
    await page.reload();
    await expect.poll(fieldValues).toEqual(sampleMessage);
  },
);

journey(
  'what another release has stored is in the form as far as it fits',
  async ({ page, visit }) => {
    const visitWith = async (stored: object) => {
      await visit('/');
      await page.evaluate((state) => {
        const key = 'subscriber-feedback:messages:3141592/daily-harvest';
        sessionStorage.setItem(key, JSON.stringify(state));
      }, stored);
      await visit('/3141592/daily-harvest/contact');
      await feedbackPage(page).submit.waitFor();
      return feedbackPage(page).fieldValues();
    };
    const unsent = [{ id: 'x', fields: sampleMessage, status: 'unheard of' }];
    const fields = { subject: 'A draft', text: 'renamed', topic: 'new' };
    expect(await visitWith({ fields, unsent })).toEqual({ subject: 'A draft', message: '' });
    const kept = page.getByRole('group', { name: 'Kept text' });
    await kept.getByText('We could not confirm that your message arrived.').waitFor();
    await kept.getByText('If you send it again, the editor may get it twice.').waitFor();
    await feedbackPage(page).restore.click();
    expect(await feedbackPage(page).fieldValues()).toEqual(sampleMessage);
    await feedbackPage(page).outcome('Not confirmed').waitFor();
    expect(await visitWith({ fields: 7 })).toEqual(emptyMessage);
  },
);

// This browser loads the page again; see engines.test.ts for one that does not.
journey(
  'a page from the back/forward cache has what another page of the tab has stored',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=expired');
    const { fill, fieldValues, submit, outcome } = feedbackPage(page);
    await fill({ subject: 'Older', message: 'and sent from the other page' });
    await submit.click();
    await outcome('Your text is still here.').waitFor();
    await page.evaluate((fields) => {
      const key = 'subscriber-feedback:messages:3141592/daily-harvest';
      sessionStorage.setItem(key, JSON.stringify({ fields }));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, sampleMessage);
    await expect.poll(fieldValues).toEqual(sampleMessage);
    expect(await outcome('Your text is still here.').count()).toBe(0);
  },
);

/** Runs in the page. Each entry is the largest that fits, so that every character is written only once. */
function fillStorage(): void {
  for (let size = 2 ** 23; size >= 1; size /= 2) {
    try {
      sessionStorage.setItem(`${size}`, 'x'.repeat(size));
    } catch {
      // Half of it may fit.
    }
  }
}
