import type { CallOutcome } from '../../mock-api/scenarios/expectedOutcome.ts';
import { expectedScenarios } from '../support/browser/expectedScenarios.ts';
import { emptyMessage, feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { clockJourney } from '../support/browser/journey.ts';
import { readAlerts } from '../support/browser/readAlerts.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const thankYou = 'Thank you! Your feedback has been received';

/** What the form shows then. */
const shownOutcomes = {
  works: { title: 'Sent', fields: emptyMessage },
  failed: { title: 'Not sent', fields: sampleMessage },
  'signed out': { title: 'Not sent', fields: sampleMessage },
  'not confirmed': { title: 'Not confirmed', fields: sampleMessage },
} satisfies Record<CallOutcome, object>;

const scenarios = await expectedScenarios('submitFeedback');

// One test for each outcome: a page that sends something wrong fails them with one comparison each.
clockJourney.for(Object.keys(shownOutcomes) as CallOutcome[])(
  'after each submission with the outcome "%s", the form and the alerts follow the error catalogue',
  { timeout: longTestTimeoutMs },
  async (outcome, { page, visit, withSuffix, expect }) => {
    const { fill, fieldValues, outcome: shownOutcome, submit } = feedbackPage(page);
    const group = scenarios.filter(({ expected }) => expected.outcome === outcome);
    const shown: unknown[] = [];
    for (const { id } of group) {
      await visit(`/3141592/${withSuffix(id)}/contact`);
      await fill(sampleMessage);
      await submit.click();
      const heading = await shownOutcome('').locator('strong').textContent();
      const title = heading?.replace(/ at \d\d:\d\d$/, '');
      // A slow response comes after the thanks have been dismissed.
      const alerts = (await readAlerts(page)).filter(({ text }) => text !== thankYou);
      shown.push([id, { title, fields: await fieldValues() }, alerts]);
    }
    const expected = group.map(({ id, expected: { alert } }) => [
      id,
      shownOutcomes[outcome],
      alert ? [alert] : [],
    ]);
    expect(shown).toEqual(expected);
  },
);
