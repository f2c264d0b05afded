import { expectedScenarios } from '../support/browser/expectedScenarios.ts';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { clockJourney } from '../support/browser/journey.ts';
import { readAlerts } from '../support/browser/readAlerts.ts';

const briefScenarios = await expectedScenarios('getBrief');

clockJourney.for(briefScenarios)(
  'the fetch of $id follows the error catalogue',
  async ({ id, expected: { alert, outcome } }, { page, visit, withSuffix, expect }) => {
    await visit(`/3141592/${withSuffix(id)}/contact`);
    const { heading } = feedbackPage(page);
    const expected = outcome === 'works' ? /^Feedback for / : /does not exist\.$/;
    await heading.filter({ hasText: expected }).waitFor();
    expect(await readAlerts(page)).toEqual(alert ? [alert] : []);
  },
);
