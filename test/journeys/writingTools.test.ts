import { expect } from 'vitest';
import { evaluateAsExtension } from '../support/browser/evaluateAsExtension.ts';
import { feedbackPage, sampleMessage, sent } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { arrivedSubmission, submissionsTo } from '../support/mock/submissions.ts';

journey(
  'a text that a tool makes too long is kept but not sent, and a note says how much to remove',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    const { fill, message, subject, submit, outcome } = feedbackPage(page);
    await fill(sampleMessage);
    await evaluateAsExtension(
      page,
      `const field = document.getElementById('message');
      field.value = 'x'.repeat(620);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));`,
    );
    await page.getByText('The text is too long').waitFor();
    await page.getByText('Remove 120 characters to send it.').waitFor();
    await page.getByText('Shorten your text first.').waitFor();
    expect(await submit.isDisabled()).toBe(true);
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await subject.press('Enter');
    await page.reload();
    await page.getByText('Remove 120 characters to send it.').waitFor();
    expect(await message.inputValue()).toHaveLength(620);
    expect(await submissionsTo(briefId)).toEqual([]);

    await message.press('ControlOrMeta+A');
    await message.fill('x'.repeat(500));
    await submit.click();
    await outcome('Sent at').waitFor();
    expect((await arrivedSubmission(briefId)).violations).toEqual([]);
  },
);

journey.for([
  { event: 'no event', dispatch: '' },
  { event: 'change', dispatch: "dispatchEvent(new Event('change', { bubbles: true }))" },
  { event: 'input', dispatch: "dispatchEvent(new InputEvent('input', { bubbles: true }))" },
])(
  'what a tool appends with $event is shown, counted, sent and kept like what is typed',
  async ({ dispatch }, { page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    const { fieldValues, fill, message, outcome, subject, submit } = feedbackPage(page);
    const append = (id: string, text: string) =>
      evaluateAsExtension(
        page,
        `${id}.value += '${text}'; ${dispatch && `${id}.${dispatch}`}`.replaceAll(
          id,
          `document.getElementById('${id}')`,
        ),
      );
    await fill({ subject: 'Rye', message: 'Dear' });
    await append('message', ' editor');
    await message.press('Tab');
    expect(await fieldValues()).toEqual({ subject: 'Rye', message: 'Dear editor' });
    await page.getByText('11 of 500 characters').waitFor();
    await append('message', ' of mine');
    await subject.press('End');
    await subject.pressSequentially(' bread');
    await append('subject', ' prices');
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await outcome(sent('Rye bread prices')).waitFor();
    const { body } = await arrivedSubmission(briefId);
    expect(body).toMatchObject({ subjectLine: 'Rye bread prices', text: 'Dear editor of mine' });
    expect(await submit.isDisabled()).toBe(true);
  },
);

journey(
  'a field that a tool adds to the form under the name of another is not read',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    const { fill, fieldValues, outcome, submit } = feedbackPage(page);
    await submit.waitFor();
    await evaluateAsExtension(
      page,
      `for (const name of ['subject', 'message']) {
        document.forms[0].prepend(Object.assign(document.createElement('input'), { name, type: 'hidden' }));
      }`,
    );
    await fill(sampleMessage);
    expect(await fieldValues()).toEqual(sampleMessage);
    await submit.click();
    await outcome(sent(sampleMessage.subject)).waitFor();
    expect((await arrivedSubmission(briefId)).body).toMatchObject({ text: sampleMessage.message });
  },
);
