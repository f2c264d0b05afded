import { expect, inject } from 'vitest';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { briefsPath } from '../support/mock/startTestMock.ts';

/** The brief `flaky-brief` fails for the first two requests with the same suffix. */
const expectedStatuses = [500, 500, 200];

/** Requests a brief as often as a tester who retries until it loads. */
async function requestStatuses(briefId: string) {
  const statuses: number[] = [];
  while (statuses.length < expectedStatuses.length) {
    const response = await fetch(`${inject('hostUrl')}${briefsPath}/${briefId}`);
    await response.text();
    statuses.push(response.status);
  }
  return statuses;
}

async function recordedStatuses(briefId: string) {
  const query = new URLSearchParams({ operation: 'getBrief', key: briefId });
  const response = await fetch(`${inject('mockUrl')}/mock/journal?${query}`);
  const { entries } = (await response.json()) as { entries: { status: number }[] };
  return entries.map(({ status }) => status);
}

journey(
  'fifty concurrent testers with suffixes see only their own requests',
  async ({ page, visit, withSuffix }) => {
    const briefIds = Array.from({ length: 49 }, (_, tester) =>
      withSuffix(`flaky-brief.tester-${tester}`),
    );
    const requests = Promise.all(briefIds.map(requestStatuses));

    const briefIdInPage = withSuffix('flaky-brief.tester-with-a-page');
    const tryAgain = page.getByRole('link', { name: 'Try again' });
    await visit(`/3141592/${briefIdInPage}/contact`);
    const secondFailure = page.waitForResponse('**/briefs/**');
    await tryAgain.click();
    await secondFailure;
    await tryAgain.click();
    await feedbackPage(page).submit.waitFor();

    expect(await requests).toEqual(briefIds.map(() => expectedStatuses));
    for (const briefId of [...briefIds, briefIdInPage]) {
      expect(await recordedStatuses(briefId)).toEqual(expectedStatuses);
    }
  },
);
