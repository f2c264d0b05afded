import type { CallOutcome } from '../../mock-api/scenarios/expectedOutcome.ts';
import { expectedScenarios } from '../support/browser/expectedScenarios.ts';
import { emptyMessage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { clockJourney } from '../support/browser/journey.ts';
import { readAlerts } from '../support/browser/readAlerts.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const thankYou = 'Thank you! Your feedback has been received';

clockJourney(
  'after each fetch of a brief, the page and the alerts follow the error catalogue',
  { timeout: longTestTimeoutMs },
  async ({ page, feedback: { heading }, open, expect }) => {
    const scenarios = await expectedScenarios('getBrief');
    const shown: unknown[] = [];
    for (const { id } of scenarios) {
      await open(id);
      await heading.filter({ hasNotText: 'Loading...' }).waitFor();
      const works = (await heading.textContent())?.startsWith('Feedback for ');
      shown.push([id, works, await readAlerts(page)]);
    }
    expect(shown).toEqual(
      scenarios.map(({ id, expected: { outcome, alert } }) => [
        id,
        outcome === 'works',
        alert ? [alert] : [],
      ]),
    );
  },
);

/** What the form shows then. */
const shownOutcomes = {
  works: { title: 'Sent', fields: emptyMessage },
  failed: { title: 'Not sent', fields: sampleMessage },
  'signed out': { title: 'Not sent', fields: sampleMessage },
  'not confirmed': { title: 'Not confirmed', fields: sampleMessage },
} satisfies Record<CallOutcome, object>;

clockJourney(
  'after each submission, the form and the alerts follow the error catalogue',
  { timeout: longTestTimeoutMs },
  async ({ page, feedback: { fieldValues, outcome, send }, open, expect }) => {
    const scenarios = await expectedScenarios('submitFeedback');
    const shown: unknown[] = [];
    for (const { id } of scenarios) {
      await open(id);
      await send();
      const title = (await outcome('').locator('strong').textContent())?.replace(/ at .*/, '');
      // A slow response comes after the thanks have been dismissed.
      const alerts = (await readAlerts(page)).filter(({ text }) => text !== thankYou);
      shown.push([id, { title, fields: await fieldValues() }, alerts]);
    }
    expect(shown).toEqual(
      scenarios.map(({ id, expected: { outcome, alert } }) => [
        id,
        shownOutcomes[outcome],
        alert ? [alert] : [],
      ]),
    );
  },
);
