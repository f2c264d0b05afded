import { scenarios } from '../../mock-api/scenarios.ts';
import type { Outcome } from '../../mock-api/shown.ts';
import { alertsSeen } from '../support/alertsSeen.ts';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { tour } from '../support/journey.ts';

const submissions = scenarios.filter(({ operation }) => operation === 'submitFeedback');

const thanksText = 'Thank you! Your feedback has been received';

const notices = {
  works: undefined,
  failed: 'Your message was not sent.',
  'signed out': 'Your message was not sent.',
  'not confirmed': 'We could not confirm that your message arrived.',
} satisfies Record<Outcome, string | undefined>;

tour.for(submissions)(
  'the submission to $id shows what the catalogue says: $shows.alert.text',
  { timeout: 60_000 },
  async ({ id, shows: { alert, outcome } }, { page, visit, keep, expect }) => {
    await page.clock.install();
    await visit(`/3141592/${keep(id)}/contact`);
    const { write, submit, thanks, alert: alertWith } = feedbackPage(page);
    await write(note);
    const settled = Promise.any([
      page.waitForEvent('requestfinished', isSubmission),
      page.waitForEvent('requestfailed', isSubmission),
    ]);
    await submit.click();
    await thanks.waitFor();
    await settled;
    if (alert) await alertWith(alert.text).waitFor();
    const afterThanks = (await alertsSeen(page)).filter(({ text }) => text !== thanksText);
    expect(afterThanks).toEqual(alert ? [alert] : []);

    const notice = notices[outcome];
    if (notice) await page.getByText(notice).waitFor();
    expect(await page.locator('.unsent-notice').count()).toBe(notice ? 1 : 0);
  },
);

function isSubmission(request: { url(): string }) {
  return request.url().endsWith('/form-submit');
}
