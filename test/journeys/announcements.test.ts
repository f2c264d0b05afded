import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  feedbackPage,
  holdRequests,
  sampleMessage,
  sent,
} from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

journey('the loaded page and a full field are announced politely', async ({ page, visit }) => {
  await visit('/3141592/daily-harvest/contact?captcha=never');
  const { fill, subject, submit, progress } = feedbackPage(page);
  const status = (text: string) => page.getByRole('status').filter({ hasText: text });
  await status('The page has loaded.').waitFor({ state: 'attached' });
  await page.getByText('Write a subject and a message first.').waitFor();
  const announced = await recordStatuses(page, '#subject-note');

  await subject.fill('x'.repeat(24));
  const description = await subject.evaluate((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
  expect(description.trim()).toBe('24 of 100 characters');
  await subject.fill('x'.repeat(90));
  await subject.press('End');
  await subject.pressSequentially('y'.repeat(10));
  const note = status('The field is full: it holds 100 characters.');
  await note.waitFor();
  const [field, below] = [await subject.boundingBox(), await note.boundingBox()];
  const gap = (below?.y ?? 0) - ((field?.y ?? 0) + (field?.height ?? 0));
  expect(gap, 'room for the focus ring').toBeGreaterThan(5);
  await subject.press('Backspace');
  const spoken = await status('The field is almost full').boundingBox();
  expect(spoken?.height, 'a note that is only spoken').toBeLessThan(2);
  expect(await announced()).toEqual([
    'The field is almost full: it holds 100 characters.',
    'The field is full: it holds 100 characters.',
    'The field is almost full: it holds 100 characters.',
  ]);

  await fill(sampleMessage);
  await expect.poll(() => page.getByText('Write a subject and').isVisible()).toBe(false);
  const widthOf = async () => (await submit.boundingBox())?.width;
  const width = await widthOf();
  await submit.click();
  await progress('Running the security check...').waitFor();
  expect(await widthOf()).toBe(width);
});

journey(
  'each notice is announced alone, and its buttons are named by the message',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    const { alert, restore } = feedbackPage(page);
    await states.conflict.reach(page);
    const name = '“Your piece on rye prices”';
    await page.getByRole('button', { name: `Restore ${name}`, exact: true }).waitFor();
    await page.getByRole('button', { name: `Discard ${name}`, exact: true }).waitFor();
    expect(
      await restore.evaluate((it) => it.closest('[role=status]')?.getAttribute('aria-atomic')),
    ).toBe('false');
    const text = 'Error: submitFeedback failed with status 404';
    const close = alert(text).getByRole('button', { name: `Close alert: ${text}`, exact: true });
    await close.waitFor();
    const region = alert(text).getByRole('alert');
    expect(await region.innerHTML()).toBe(text);
  },
);

journey(
  'each step of a submission is announced once: the first by the focus, the others politely',
  async ({ page, visit, withSuffix }) => {
    const release = await holdRequests(page, '**/enterprise.js*');
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    const { fill, subject, outcome } = feedbackPage(page);
    const announced = await recordStatuses(page, 'form');
    await fill(sampleMessage);
    await subject.press('Enter');
    await page.locator(':focus', { hasText: 'Running the security check...' }).waitFor();
    release();
    await outcome(sent('Thank you')).waitFor();
    expect(await page.locator(':focus').textContent()).toMatch(sent('Thank you'));
    expect(await page.locator('[aria-busy]').count()).toBe(0);
    expect(await announced()).toEqual([
      'Sending your message...',
      expect.stringMatching(sent('Thank you')),
    ]);
    await subject.fill('Another');
    await page.getByText('Write a message first.').waitFor();
    expect(await outcome('Sent at').count()).toBe(0);
  },
);

/** Records what the polite live regions inside an element say. */
async function recordStatuses(page: Page, selector: string): Promise<() => Promise<string[]>> {
  await page.locator(selector).evaluate((root) => {
    const texts: string[] = [];
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const text = element?.closest('[role=status]')?.textContent;
        if (text && text !== texts.at(-1)) texts.push(text);
      }
    });
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    Object.assign(globalThis, { announced: texts });
  });
  return () => page.evaluate('announced');
}
