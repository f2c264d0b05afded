import { expect } from 'vitest';
import { empty, feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

journey('a draft survives a reload, and each brief has its own', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact');
  const { write, written, submit } = feedbackPage(page);
  await write(note);
  await page.reload();
  await submit.waitFor();
  expect(await written()).toEqual(note);
  expect(await submit.isEnabled()).toBe(true);

  await visit('/3141592/{6F9619FF-8B86-D011-B42D-00C04FC964FF}/contact');
  await submit.waitFor();
  expect(await written()).toEqual(empty);
});

journey('a message that arrived leaves nothing behind', async ({ page, visit, keep }) => {
  await visit(`/3141592/${keep('daily-harvest')}/contact`);
  const { write, submit } = feedbackPage(page);
  await write(note);
  const answered = page.waitForResponse('**/form-submit');
  await submit.click();
  await (await answered).finished();
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

journey('the form works where the browser refuses storage', async ({ page, visit }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await visit('/3141592/daily-harvest/contact');
  const { write, submit, thanks } = feedbackPage(page);
  await write(note);
  await submit.click();
  await thanks.waitFor();
});

journey('a stored draft that is not readable is an empty form', async ({ page, visit }) => {
  await visit('/');
  await page.evaluate(() => {
    sessionStorage.setItem('subscriber-feedback:messages:daily-harvest', '{"fields":7}');
  });
  await visit('/3141592/daily-harvest/contact');
  const { submit, written } = feedbackPage(page);
  await submit.waitFor();
  expect(await written()).toEqual(empty);
});
