import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { feedbackPage } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';

/** Reads a brief that fails twice and then works, as one tester among others. */
async function testFlakyBrief(page: Page, briefId: string) {
  page.setDefaultTimeout(60_000);
  const tryAgain = page.getByRole('link', { name: 'Try again' });
  const { submit } = feedbackPage(page);
  await page.goto(`${inject('hostUrl')}/app/subscriber-feedback/3141592/${briefId}/contact`);
  const failedAgain = page.waitForResponse('**/briefs/**');
  await tryAgain.click();
  await failedAgain;
  await tryAgain.click();
  await submit.waitFor();
}

async function statusesOf(briefId: string) {
  const query = new URLSearchParams({ operation: 'getBrief', key: briefId });
  const answer = await fetch(`${inject('mockUrl')}/mock/journal?${query}`);
  const { entries } = (await answer.json()) as { entries: { status: number }[] };
  return entries.map(({ status }) => status);
}

journey(
  'fifty testers at once, each with a suffix, see only what they did themselves',
  { timeout: 90_000 },
  async ({ context, keep }) => {
    const briefIds = Array.from({ length: 50 }, (_, tester) =>
      keep(`flaky-brief.tester-${tester}`),
    );
    await Promise.all(
      briefIds.map(async (briefId) => testFlakyBrief(await context.newPage(), briefId)),
    );
    for (const briefId of briefIds) expect(await statusesOf(briefId)).toEqual([500, 500, 200]);
  },
);
