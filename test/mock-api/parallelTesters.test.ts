import { expect, test } from 'vitest';
import type { JournalEntry } from '../../mock-api/journal/journal.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  BRIEFS,
  CURRENT_USER,
  mockServer,
  postJson,
  SIGN_OUT,
  SUBMIT,
  sessionOf,
  submission,
} from '../support/mockServer.ts';

/** All that one tester does, and what of it they see. */
async function journeyOf(mock: RunningMock, name: string) {
  const { url } = mock;
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    statuses.push((await fetch(`${url}${BRIEFS}/flaky-brief.${name}`)).status);
  }
  const briefId = `daily-harvest.${name}`;
  const arrived = fetch(`${url}/mock/journal/wait?operation=submitFeedback&key=${briefId}`);
  await postJson(url + SUBMIT, submission({ briefId, text: `From ${name}` }));

  const cookie = await sessionOf(mock, `editor.${name}`, 'correct horse');
  const headers = { cookie };
  const user = (await (await fetch(url + CURRENT_USER, { headers })).json()) as { userId: string };
  await fetch(url + SIGN_OUT, { headers });
  const afterwards = (await fetch(url + CURRENT_USER, { headers })).status;

  const entry = (await (await arrived).json()) as JournalEntry;
  const listed = (await (await fetch(`${url}/mock/journal?key=flaky-brief.${name}`)).json()) as {
    entries: JournalEntry[];
  };
  return {
    statuses,
    sent: entry.body,
    user: user.userId,
    afterwards,
    listed: listed.entries.length,
  };
}

test('fifty testers at once, each with their own suffix, see only what is theirs', async () => {
  const mock = await mockServer();
  const names = Array.from({ length: 50 }, (_, i) => `tester-${i}`);
  const seen = await Promise.all(names.map((name) => journeyOf(mock, name)));
  expect(seen).toEqual(
    names.map((name) => ({
      statuses: [500, 500, 200, 200],
      sent: submission({ briefId: `daily-harvest.${name}`, text: `From ${name}` }),
      user: `editor.${name}`,
      afterwards: 401,
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
