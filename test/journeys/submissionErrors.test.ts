import type { CallOutcome } from '../../mock-api/scenarios/expectedOutcome.ts';
import { expectedScenarios } from '../support/browser/expectedScenarios.ts';
import { emptyMessage, feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { clockJourney } from '../support/browser/journey.ts';
import { readAlerts } from '../support/browser/readAlerts.ts';

const submissionScenarios = await expectedScenarios('submitFeedback');

const thankYouText = 'Thank you! Your feedback has been received';

const statuses = {
  works: 'Sent: “Thank you”',
  failed: 'Not sent.',
  'signed out': 'Not sent.',
  'not confirmed': 'Not confirmed.',
} satisfies Record<CallOutcome, string>;

clockJourney.for(submissionScenarios)(
  'the submission to $id follows the error catalogue',
  async ({ id, expected: { alert, outcome } }, { page, visit, withSuffix, expect }) => {
    await visit(`/3141592/${withSuffix(id)}/contact`);
    const { fill, fieldValues, status, submit, thankYou, alert: alertWith } = feedbackPage(page);
    await fill(sampleMessage);
    const settled = Promise.any([
      page.waitForEvent('requestfinished', isSubmission),
      page.waitForEvent('requestfailed', isSubmission),
    ]);
    await submit.click();
    await thankYou.waitFor();
    await settled;
    if (alert) await alertWith(alert.text).waitFor();
    const alerts = (await readAlerts(page)).filter(({ text }) => text !== thankYouText);
    expect(alerts).toEqual(alert ? [alert] : []);

    await status(statuses[outcome]).waitFor();
    expect(await fieldValues()).toEqual(outcome === 'works' ? emptyMessage : sampleMessage);
  },
);

function isSubmission(request: { url(): string }) {
  return request.url().endsWith('/form-submit');
}
