import { expect, test } from 'vitest';
import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  briefsPath,
  currentUserPath,
  postJson,
  signInForCookie,
  signOutPath,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';

/** Sends the requests of one tester and returns the results. */
async function runTester(mock: RunningMock, name: string) {
  const { url } = mock;
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    statuses.push((await fetch(`${url}${briefsPath}/flaky-brief.${name}`)).status);
  }
  const briefId = `daily-harvest.${name}`;
  const waiting = fetch(`${url}/mock/journal/wait?operation=submitFeedback&key=${briefId}`);
  await postJson(url + submitPath, submission({ briefId, text: `From ${name}` }));

  const cookie = await signInForCookie(mock, `editor.${name}`, 'correct horse');
  const headers = { cookie };
  const user = (await (await fetch(url + currentUserPath, { headers })).json()) as {
    userId: string;
  };
  await fetch(url + signOutPath, { headers });
  const statusAfterSignOut = (await fetch(url + currentUserPath, { headers })).status;

  const entry = (await (await waiting).json()) as JournalEntry;
  const listed = (await (await fetch(`${url}/mock/journal?key=flaky-brief.${name}`)).json()) as {
    entries: JournalEntry[];
  };
  return {
    statuses,
    sent: entry.body,
    user: user.userId,
    statusAfterSignOut,
    listed: listed.entries.length,
  };
}

test('fifty concurrent testers with suffixes see only their own requests', async () => {
  const mock = await startTestMock();
  const names = Array.from({ length: 50 }, (_, i) => `tester-${i}`);
  const seen = await Promise.all(names.map((name) => runTester(mock, name)));
  expect(seen).toEqual(
    names.map((name) => ({
      statuses: [500, 500, 200, 200],
      sent: submission({ briefId: `daily-harvest.${name}`, text: `From ${name}` }),
      user: `editor.${name}`,
      statusAfterSignOut: 401,
      listed: 4,
    })),
  );
  expect(mock.journal.list({ operation: 'submitFeedback' })).toHaveLength(50);

  const cleared = await fetch(`${mock.url}/mock/journal/clear?key=flaky-brief.tester-7`, {
    method: 'POST',
  });
  expect(await cleared.json()).toEqual({ cleared: 4 });
  expect(mock.journal.list({ key: 'flaky-brief' })).toHaveLength(49 * 4);
});
