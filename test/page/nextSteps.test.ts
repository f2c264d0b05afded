import { contactForm } from '../../client/messages.ts';
import { basePath } from '../../client/routes.ts';
import { startTestStack } from '../startTestStack.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

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
      expect(await visibilityOf(sentence), `${width} px`).toBe('hidden');
    }
    for (const width of [320, 375, 768, 991]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await boxOf(list)).y, `${width} px`).toBeGreaterThan((await boxOf(submit)).bottom);
      expect(await visibilityOf(sentence), `${width} px`).toBe('visible');
    }
    await expect(list.getByRole('listitem')).toHaveText([
      'An editor of The Daily Harvest reads it, usually the same day.',
      'A reply comes to the address that gets the newsletter.',
      'Only the editors see it. It is never published without asking you.',
    ]);
  },
);

journey(
  'a receipt takes the place of what happens next in the left column, until it is dismissed',
  async ({ page, feedback: { receipt, send, subject }, open }) => {
    const heading = page.getByRole('heading', { name: 'What happens next' });
    await open('daily-harvest');
    await send();
    await receipt.waitFor();
    expect(await visibilityOf(heading)).toBe('hidden');
    await subject.fill('Another');
    expect(await visibilityOf(heading), 'with a folded receipt').toBe('hidden');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => visibilityOf(heading)).toBe('visible');
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
      expect(await visibilityOf(page.getByText(contactForm.intro)), `${width} px`).toBe('visible');
      await expect(headings).toHaveCount(0);
    }
  },
);
