import { expect } from 'vitest';
import { states } from '../../scripts/browser/states.ts';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

journey(
  'the loaded page, a full field and the security check are announced politely',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    const { fill, subject, submit } = feedbackPage(page);
    const status = (text: string) => page.getByRole('status').filter({ hasText: text });
    await status('The page has loaded.').waitFor({ state: 'attached' });
    await page.getByText('Write a subject and a message first.').waitFor();

    await subject.fill('x'.repeat(24));
    const description = await subject.evaluate((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    );
    expect(description.trim()).toBe('24 of 100 characters');
    await subject.fill('x'.repeat(99));
    await subject.press('y');
    const note = status('The field is full: it holds 100 characters.');
    await note.waitFor();
    const [field, below] = [await subject.boundingBox(), await note.boundingBox()];
    const gap = (below?.y ?? 0) - ((field?.y ?? 0) + (field?.height ?? 0));
    expect(gap, 'room for the focus ring').toBeGreaterThan(5);
    await subject.press('Backspace');
    await expect.poll(() => status('The field is full').count()).toBe(0);

    await fill(sampleMessage);
    await expect.poll(() => page.getByText('Write a subject and').isVisible()).toBe(false);
    const widthOf = async () => (await submit.boundingBox())?.width;
    const width = await widthOf();
    await submit.click();
    await status('Running the security check...').waitFor();
    expect(await widthOf()).toBe(width);
  },
);

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
    const error = alert('Error: submitFeedback failed with status 404');
    expect(
      await error
        .getByRole('button', {
          name: 'Close alert: Error: submitFeedback failed with status 404',
          exact: true,
        })
        .evaluate((button) => {
          const texts = button.closest('.alert')?.querySelector('.alert-text');
          return texts && texts.compareDocumentPosition(button) === 4;
        }),
    ).toBe(true);
  },
);
