import type { CallOutcome } from '../../mock-api/scenarios/expectedOutcome.ts';
import { expectedScenarios } from '../support/browser/expectedScenarios.ts';
import {
  emptyMessage,
  feedbackPage,
  sampleMessage,
  sent,
} from '../support/browser/feedbackPage.ts';
import { clockJourney } from '../support/browser/journey.ts';
import { readAlerts } from '../support/browser/readAlerts.ts';

const submissionScenarios = await expectedScenarios('submitFeedback');

const thankYouText = 'Thank you! Your feedback has been received';

const outcomes = {
  works: sent('Thank you'),
  failed: 'Not sent',
  'signed out': 'Not sent',
  'not confirmed': 'Not confirmed',
} satisfies Record<CallOutcome, string | RegExp>;

clockJourney.for(submissionScenarios)(
  'the submission to $id follows the error catalogue',
  async ({ id, expected }, { page, visit, withSuffix, expect }) => {
    await visit(`/3141592/${withSuffix(id)}/contact`);
    const { alert, fill, fieldValues, outcome, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    const settled = Promise.any([
      page.waitForEvent('requestfinished', isSubmission),
      page.waitForEvent('requestfailed', isSubmission),
    ]);
    await submit.click();
    await thankYou.waitFor();
    await settled;
    if (expected.alert) await alert(expected.alert.text).waitFor();
    const alerts = (await readAlerts(page)).filter(({ text }) => text !== thankYouText);
    expect(alerts).toEqual(expected.alert ? [expected.alert] : []);

    await outcome(outcomes[expected.outcome]).waitFor();
    expect(await fieldValues()).toEqual(
      expected.outcome === 'works' ? emptyMessage : sampleMessage,
    );
  },
);

function isSubmission(request: { url(): string }) {
  return request.url().endsWith('/form-submit');
}
