import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  currentUserPath,
  getBrief,
  signInForCookie,
  signOutPath,
  startTestMock,
  submission,
  submit,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

/** Sends the requests of one tester and returns the results. */
async function runTester(mock: RunningMock, name: string) {
  const { url } = mock;
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    statuses.push((await getBrief({ url }, `flaky-brief.${name}`)).status);
  }
  const briefId = `daily-harvest.${name}`;
  const waiting = fetch(`${url}/mock/journal/wait?operation=submitFeedback&key=${briefId}`);
  await submit({ url }, { briefId, text: `From ${name}` });

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

describe('an id with dots', () => {
  async function dottedMock() {
    const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
      text
        .replace(
          'briefs:\n',
          'briefs:\n  weekly-news: { name: w }\n  weekly.news: { name: weekly-news }\n',
        )
        .replace('users:\n', 'users:\n  jane.doe: { password: secret }\n'),
    );
    return startTestMock({ dataFile });
  }

  test.each([
    ['weekly.news', 'weekly-news', undefined],
    ['weekly.news.anna', 'weekly-news', 'anna'],
    ['weekly-news.anna', 'w', 'anna'],
    ['weekly-news', 'w', undefined],
  ])('%s is found', async (id, name, suffix) => {
    const mock = await dottedMock();
    const response = await getBrief(mock, id);
    expect(await response.json()).toMatchObject({ name });
    const [entry] = mock.journal.list();
    expect(entry?.key).toBe(id);
    expect(entry?.suffix).toBe(suffix);
  });

  test('a user with a dot signs in with a suffix and without one', async () => {
    const mock = await dottedMock();
    for (const name of ['jane.doe', 'jane.doe.anna']) {
      const cookie = await signInForCookie(mock, name, 'secret');
      const response = await fetch(mock.url + currentUserPath, { headers: { cookie } });
      expect(await response.json()).toMatchObject({ userId: name });
    }
  });

  test('the journal’s filter by key does not take a part of an id for an id', async () => {
    const mock = await dottedMock();
    for (const id of ['weekly.anna', 'weekly.news', 'weekly.news.anna']) {
      await getBrief(mock, id);
    }
    const keys = (key: string) => mock.journal.list({ key }).map((entry) => entry.key);
    expect(keys('weekly')).toEqual(['weekly.anna']);
    expect(keys('weekly.news')).toEqual(['weekly.news', 'weekly.news.anna']);
  });
});

test('an entry with an unknown id has a suffix too', async () => {
  const mock = await startTestMock();
  await getBrief(mock, 'unheard-of.anna');
  const listed = await fetch(`${mock.url}/mock/journal?suffix=anna`);
  expect(await listed.json()).toMatchObject({ entries: [{ key: 'unheard-of.anna' }] });
});

test('the delays of a sluggish scenario are the same for every tester', async () => {
  const mock = await startTestMock();
  const delaysOf = async (suffix: string) => {
    const delays: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      await getBrief(mock, `sluggish-brief.${suffix}`);
      const [entry] = mock.journal.list({ suffix }).slice(-1);
      delays.push(entry?.delayMs ?? Number.NaN);
    }
    return delays;
  };
  const [anna, ben] = await Promise.all(['anna', 'ben'].map(delaysOf));
  expect(anna).toEqual(ben);
  expect(new Set(anna).size).toBe(3);
  for (const delayMs of anna ?? []) expect(delayMs).toBeGreaterThanOrEqual(200);
});
