import { submissionsTo } from '../submissions.ts';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';

journey(
  'while a message is being sent, a second one cannot be submitted',
  async ({ page, feedback: { fill, submit, thankYou, subject, message }, open }) => {
    const release = await holdRequests(page, '**/form-submit');
    const briefId = await open('daily-harvest');
    await fill(sampleMessage);
    await submit.dblclick();
    await thankYou.waitFor();
    await fill({ subject: 'Another', message: 'one' });
    await expect(submit).toBeDisabled();
    await subject.press('Enter');
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    release();
    await expect(submit).toBeEnabled();
    expect(await submissionsTo(briefId)).toHaveLength(1);
    await expect(message).toHaveValue('one');
  },
);
