import type { CallOutcome } from '../../mock-api/scenarios/expectedOutcome.ts';
import { expectedScenarios } from '../support/browser/expectedScenarios.ts';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { clockJourney } from '../support/browser/journey.ts';
import { readAlerts } from '../support/browser/readAlerts.ts';

const submissionScenarios = await expectedScenarios('submitFeedback');

const thankYouText = 'Thank you! Your feedback has been received';

const notices = {
  works: undefined,
  failed: 'Your message was not sent after all.',
  'signed out': 'Your message was not sent after all.',
  'not confirmed': 'We do not know whether your message arrived.',
} satisfies Record<CallOutcome, string | undefined>;

clockJourney.for(submissionScenarios)(
  'the submission to $id follows the error catalogue',
  async ({ id, expected: { alert, outcome } }, { page, visit, withSuffix, expect }) => {
    // Without it, the spinner is painted at each frame while no response arrives.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(`/3141592/${withSuffix(id)}/contact`);
    const { fill, submit, thankYou, alert: alertWith } = feedbackPage(page);
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

    const notice = notices[outcome];
    if (notice) await page.getByText(notice).waitFor();
    expect(await page.locator('.unsent-notice').count()).toBe(notice ? 1 : 0);
  },
);

function isSubmission(request: { url(): string }) {
  return request.url().endsWith('/form-submit');
}
