import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

/** Opens a brief whose first two requests fail, and retries until it loads. */
async function testFlakyBrief(page: Page, briefId: string) {
  page.setDefaultTimeout(60_000);
  const tryAgain = page.getByRole('link', { name: 'Try again' });
  const { submit } = feedbackPage(page);
  await page.goto(`${inject('hostUrl')}/app/subscriber-feedback/3141592/${briefId}/contact`);
  const secondFailure = page.waitForResponse('**/briefs/**');
  await tryAgain.click();
  await secondFailure;
  await tryAgain.click();
  await submit.waitFor();
}

async function statusesOf(briefId: string) {
  const query = new URLSearchParams({ operation: 'getBrief', key: briefId });
  const response = await fetch(`${inject('mockUrl')}/mock/journal?${query}`);
  const { entries } = (await response.json()) as { entries: { status: number }[] };
  return entries.map(({ status }) => status);
}

journey(
  'fifty concurrent testers with suffixes see only their own requests',
  async ({ context, withSuffix }) => {
    const briefIds = Array.from({ length: 50 }, (_, tester) =>
      withSuffix(`flaky-brief.tester-${tester}`),
    );
    await Promise.all(
      briefIds.map(async (briefId) => testFlakyBrief(await context.newPage(), briefId)),
    );
    for (const briefId of briefIds) expect(await statusesOf(briefId)).toEqual([500, 500, 200]);
  },
);
