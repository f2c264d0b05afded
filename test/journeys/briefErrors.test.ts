import { expectedScenarios } from '../support/browser/expectedScenarios.ts';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { clockJourney } from '../support/browser/journey.ts';
import { readAlerts } from '../support/browser/readAlerts.ts';
import { longTestTimeoutMs } from '../support/timeouts.ts';

const scenarios = await expectedScenarios('getBrief');

clockJourney(
  'after each fetch of a brief, the page and the alerts follow the error catalogue',
  { timeout: longTestTimeoutMs },
  async ({ page, visit, withSuffix, expect }) => {
    const { heading } = feedbackPage(page);
    const shown: unknown[] = [];
    for (const { id } of scenarios) {
      await visit(`/3141592/${withSuffix(id)}/contact`);
      await heading.filter({ hasNotText: 'Loading...' }).waitFor();
      const works = (await heading.textContent())?.startsWith('Feedback for ');
      shown.push([id, works ? 'works' : 'index page', await readAlerts(page)]);
    }
    expect(shown).toEqual(
      scenarios.map(({ id, expected: { outcome, alert } }) => [
        id,
        outcome === 'works' ? 'works' : 'index page',
        alert ? [alert] : [],
      ]),
    );
  },
);
