import type { Locator, Page } from 'playwright-core';
import { findBrief } from '../../mock-api/operations/handlers.ts';
import { loadMockFiles } from '../../mock-api/operations/loadMockFiles.ts';
import type { CallOutcome } from '../../mock-api/scenarios/expectedOutcome.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { emptyMessage, sampleMessage } from './fixtures/feedbackPage.ts';
import { clockJourney } from './fixtures/journey.ts';

/** The scenarios of an operation, with their expected outcomes and the heading of a page that works. */
async function expectedScenarios(operationId: string) {
  const { data } = await loadMockFiles('openapi.yaml', 'mock-api/data.yaml');
  const scenarios = data.scenarios.list.filter(({ operation }) => operation === operationId);
  return scenarios.map(({ id, expected, steps }) => {
    const sent = { ...findBrief(data, id), ...Object(steps[0]?.body) };
    const heading = `Feedback for ${sent.fullName}`;
    if (typeof expected === 'object') return { id, expected: { heading, ...expected } };
    throw new Error(`${id}: "expected" is no outcome, which can be compared with the page.`);
  });
}

/** Goes from the page of a brief to that of another in the document that is loaded, as Back does. */
async function goTo(page: Page, from: string, to: string, shown: Locator): Promise<void> {
  await page.evaluate(
    (url) => {
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    page.url().replace(from, to),
  );
  await shown.waitFor();
  // Until then, a click may be meant for the page before.
  await page.clock.fastForward(500);
}

/**
 * The alerts that are shown, each with the id of the scenario, so that a difference names it. Those that are still there
 * after 5 seconds are persistent.
 */
async function readAlerts(page: Page, alerts: Locator, id: string) {
  const shown = await alerts.evaluateAll((elements) =>
    elements.map((element) => ({
      type: element.querySelector('svg')?.dataset.type,
      text: element.textContent,
    })),
  );
  await page.clock.fastForward(5000);
  const remaining = await alerts.allTextContents();
  return shown.map((alert) => ({ ...alert, id, persistent: remaining.includes(alert.text) }));
}

/** Of the page that a failed brief leads to. */
const indexHeading = 'Error: the page you are looking for does not exist.';

const thankYou = 'Thank you! Your feedback has been received';

clockJourney(
  'after each fetch of a brief, the page and the alerts follow the error catalogue',
  { timeout: longTestTimeoutMs },
  async ({ page, feedback: { alerts, heading }, open, expect }) => {
    const scenarios = await expectedScenarios('getBrief');
    const shown: unknown[] = [];
    for (const { id } of scenarios) {
      await open(id);
      await heading.filter({ hasNotText: 'Loading...' }).waitFor();
      shown.push([id, await heading.textContent(), await readAlerts(page, alerts, id)]);
    }
    expect(shown).toEqual(
      scenarios.map(({ id, expected: { outcome, heading: own, alert } }) => [
        id,
        outcome === 'works' ? own : indexHeading,
        alert ? [{ ...alert, id }] : [],
      ]),
    );
  },
);

/** What the form shows after a submission. */
const shownOutcomes = {
  works: { title: 'Sent', fields: emptyMessage },
  failed: { title: 'Not sent', fields: sampleMessage },
  'not confirmed': { title: 'Not confirmed', fields: sampleMessage },
} satisfies Record<CallOutcome, object>;

clockJourney(
  'after each submission, the form and the alerts follow the error catalogue',
  { timeout: longTestTimeoutMs },
  async ({ page, feedback, open, expect }) => {
    const { alerts, fieldValues, heading, liveForm, outcome, send } = feedback;
    const scenarios = await expectedScenarios('submitFeedback');
    const shown: unknown[] = [];
    let current = await open('daily-harvest');
    await liveForm.waitFor();
    for (const { id, expected } of scenarios) {
      const next = current.replace(/^[^.]+/, id);
      await goTo(page, current, next, heading.filter({ hasText: expected.heading }));
      current = next;
      await send();
      const title = (await outcome('').locator('strong').textContent())?.replace(/ at .*/, '');
      // A slow response comes after the thanks have been dismissed.
      const shownAlerts = (await readAlerts(page, alerts, id)).filter(
        ({ text }) => text !== thankYou,
      );
      shown.push([`${id}: ${title}`, await fieldValues(), shownAlerts]);
      for (const close of await alerts.getByRole('button').all()) await close.click();
    }
    expect(shown).toEqual(
      scenarios.map(({ id, expected }) => {
        const { title, fields } = shownOutcomes[expected.outcome];
        const { alert } = expected;
        return [`${id}: ${title}`, fields, alert ? [{ ...alert, id }] : []];
      }),
    );
  },
);
