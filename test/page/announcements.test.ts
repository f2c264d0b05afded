import type { Page } from 'playwright-core';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage, sent } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { clockJourney, journey } from './fixtures/journey.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

journey(
  'a field that is almost full is announced and its count stands out, a full one has a note',
  async ({ page, feedback: { subject }, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    await page.getByText('Write a subject and a message first.').waitFor();
    const announced = await recordStatuses(page, '#field-subject-note');
    await subject.fill('x'.repeat(24));
    await expect(subject).toHaveAccessibleDescription('24 of 100 characters');
    await expect(page.getByText('24 of 100 characters')).toHaveCSS('font-weight', '400');
    await subject.fill('x'.repeat(90));
    const count = page.getByText('90 of 100 characters');
    await expect(count).toHaveCSS('font-weight', '600');
    await expect(count).toHaveCSS('color', 'rgb(143, 78, 0)');
    await subject.press('End');
    await subject.pressSequentially('y'.repeat(10));
    const note = page.getByRole('status').filter({ hasText: 'The field is' });
    await expect.poll(() => visibilityOf(note)).toBe('visible');
    await subject.press('Backspace');
    await expect.poll(() => visibilityOf(note)).toBe('hidden');
    expect(await announced()).toEqual([
      'The field is almost full: it holds 100 characters.',
      'The field is full: it holds 100 characters.',
      'The field is almost full: it holds 100 characters.',
    ]);
  },
);

journey(
  'the Message field is described by what Submit needs, which is seen once something has been written',
  async ({ page, feedback: { fill, liveForm, message, subject }, open }) => {
    await open('daily-harvest');
    await liveForm.waitFor();
    const hint = page.locator('p', { hasText: 'first.' });
    await expect(message).toHaveAccessibleDescription(/Write a subject and a message first\./);
    expect(await visibilityOf(hint)).toBe('hidden');
    await subject.fill('Rye');
    await expect(message).toHaveAccessibleDescription(/Write a message first\./);
    expect(await visibilityOf(hint)).toBe('visible');
    await subject.fill('');
    await expect.poll(() => visibilityOf(hint)).toBe('hidden');
    await fill(sampleMessage);
    await expect(message).not.toHaveAccessibleDescription(/first\./);
  },
);

journey(
  'each step of a submission is announced once: the first and the last by the focus',
  async ({ page, feedback: { fill, focused, subject, outcome }, open }) => {
    const release = await holdRequests(page, '**/enterprise.js*');
    await open('daily-harvest');
    await fill(sampleMessage);
    const announced = await recordStatuses(page, 'form');
    await subject.press('Enter');
    await focused.filter({ hasText: 'Running the security check...' }).waitFor();
    release();
    await outcome(sent('Thank you')).and(page.locator(':has(:focus)')).waitFor();
    await subject.fill('Another');
    await page.getByText('Write a message first.').waitFor();
    expect(await announced()).toEqual(['Sending your message...']);
  },
);

clockJourney(
  'with the focus elsewhere, an outcome is announced at once, a receipt when the thanks have been heard',
  async ({ page, feedback: { outcome, send, thankYou }, open }) => {
    const aboutUs = page.getByRole('link', { name: 'About us' });
    for (const { briefId, title, delayMs } of [
      { briefId: 'missing-submission', title: 'Not sent', delayMs: 0 },
      { briefId: 'daily-harvest', title: sent('Thank you'), delayMs: 2000 },
    ]) {
      const release = await holdRequests(page, '**/form-submit');
      await open(briefId);
      await send();
      await thankYou.waitFor();
      await aboutUs.focus();
      release();
      await outcome(title).waitFor();
      const announced = outcome(title).getByRole('status');
      // The clock also goes on by itself.
      await page.clock.runFor(delayMs / 2);
      if (delayMs > 0) await expect(announced).toHaveText('');
      await page.clock.runFor(delayMs / 2);
      await expect(announced).toContainText(title);
      await expectFocus(aboutUs);
    }
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
