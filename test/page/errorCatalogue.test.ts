import type { Locator } from 'playwright-core';
import { expect } from './fixtures/expect.ts';
import { emptyMessage, type Message, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';

interface ShownAlert {
  type: 'success' | 'error';
  text: string;
}

const indexHeading = 'Error: the page you are looking for does not exist.';
const unparsable = 'All is well & <b>good</b>';
const thankYou: ShownAlert = {
  type: 'success',
  text: 'Thank you! Your feedback has been received',
};
const failed = (operation: string): ShownAlert => ({
  type: 'error',
  text: `Error: ${operation} failed with status 404`,
});

interface Brief {
  id: string;
  heading: string;
  alerts: ShownAlert[];
}

journey.for<Brief>([
  { id: 'missing-brief', heading: indexHeading, alerts: [failed('getBrief')] },
  {
    id: 'chatty-brief',
    heading: indexHeading,
    alerts: [{ type: 'success', text: unparsable }],
  },
  { id: 'login-page-brief', heading: indexHeading, alerts: [] },
  { id: 'empty-brief', heading: 'Feedback for', alerts: [] },
])('after $id, the page shows "$heading" and its alert', async (brief, { feedback, open }) => {
  await open(brief.id);
  await expect(feedback.heading).toHaveText(brief.heading);
  await expectAlerts(feedback.alerts, brief.alerts);
});

interface Submission {
  id: string;
  outcome: string;
  fields: Message;
  alerts: ShownAlert[];
}

journey.for<Submission>([
  {
    id: 'missing-submission',
    outcome: 'Not sent',
    fields: sampleMessage,
    alerts: [thankYou, failed('submitFeedback')],
  },
  {
    id: 'reset-submission',
    outcome: 'Not confirmed',
    fields: sampleMessage,
    alerts: [thankYou, { type: 'error', text: 'Error: submitFeedback failed with status 502' }],
  },
  {
    id: 'chatty-submission',
    outcome: 'Sent at',
    fields: emptyMessage,
    alerts: [thankYou, { type: 'success', text: unparsable }],
  },
  { id: 'login-page-submission', outcome: 'Not sent', fields: sampleMessage, alerts: [thankYou] },
])(
  'after $id, the form shows "$outcome", the text that is to be sent again, and the alerts',
  async ({ id, outcome, fields, alerts }, { feedback, open }) => {
    await open(id);
    await feedback.send();
    await expect(feedback.outcome('').locator('strong')).toContainText(outcome);
    await expect(feedback.subject).toHaveValue(fields.subject);
    await expect(feedback.message).toHaveValue(fields.message);
    await expectAlerts(feedback.alerts, alerts);
  },
);

async function expectAlerts(locator: Locator, alerts: readonly ShownAlert[]): Promise<void> {
  await expect(locator).toHaveText(alerts.map(({ text }) => text));
  const types = await locator
    .locator('[data-type]')
    .evaluateAll((all) => all.map((it) => (it as SVGElement).dataset.type));
  expect(types).toEqual(alerts.map(({ type }) => type));
}
