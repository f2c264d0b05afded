import { scenarios } from '../../mock-api/scenarios.ts';
import { alertsSeen } from '../support/alertsSeen.ts';
import { feedbackPage } from '../support/feedbackPage.ts';
import { tour } from '../support/journey.ts';

const fetches = scenarios.filter(({ operation }) => operation === 'getBrief');

tour.for(fetches)(
  'the brief fetch of $id shows what the catalogue says: $shows.alert.text',
  { timeout: 60_000 },
  async ({ id, shows: { alert, outcome } }, { page, visit, keep, expect }) => {
    await page.clock.install();
    await visit(`/3141592/${keep(id)}/contact`);
    const { heading } = feedbackPage(page);
    await expect
      .poll(() => heading.textContent(), { timeout: 20_000 })
      .toMatch(outcome === 'works' ? /^Feedback for / : /does not exist\.$/);
    expect(await alertsSeen(page)).toEqual(alert ? [alert] : []);
  },
);
