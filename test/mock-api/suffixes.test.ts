import { expect, test } from 'vitest';
import type { JournalFilter } from '../../mock-api/journal/journalFilter.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  currentUserPath,
  getBrief,
  signInForCookie,
  signOutPath,
  startTestMock,
  submit,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

/** Sends the requests of one tester and returns the results. */
async function runTester(mock: RunningMock, suffix: string) {
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    statuses.push((await getBrief(mock, `flaky-brief.${suffix}`)).status);
  }
  await submit(mock, { briefId: `daily-harvest.${suffix}`, text: `From ${suffix}` });
  const cookie = await signInForCookie(mock, `editor.${suffix}`, 'correct horse');
  const requestUser = () => fetch(mock.url + currentUserPath, { headers: { cookie } });
  const { userId } = (await (await requestUser()).json()) as { userId: string };
  await fetch(mock.url + signOutPath, { headers: { cookie } });
  statuses.push((await requestUser()).status);
  const bodies = mock.journal.list({ suffix }).map(({ body }) => body);
  return { statuses, userId, bodies };
}

test('twenty concurrent testers with suffixes see only their own requests', async () => {
  const mock = await startTestMock();
  const names = Array.from({ length: 20 }, (_, i) => `tester-${i}`);
  const seen = await Promise.all(names.map((name) => runTester(mock, name)));
  expect(seen).toEqual(
    names.map((name) => ({
      statuses: [500, 500, 200, 200, 401],
      userId: `editor.${name}`,
      bodies: [
        ...Array(4).fill(undefined),
        expect.objectContaining({ text: `From ${name}` }),
        expect.objectContaining({ username: `editor.${name}` }),
        ...Array(2).fill(undefined),
      ],
    })),
  );
});

test('an id may contain dots, and what follows the last one is the suffix', async () => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text
      .replace('briefs:\n', 'briefs:\n  weekly.news: { name: weekly-news }\n')
      .replace('users:\n', 'users:\n  jane.doe: { password: secret }\n'),
  );
  const mock = await startTestMock({ dataFile });
  for (const id of ['weekly.news', 'weekly.news.anna']) {
    expect(await (await getBrief(mock, id)).json()).toMatchObject({ name: 'weekly-news' });
  }
  expect((await getBrief(mock, 'weekly.ben')).status).toBe(404);
  for (const name of ['jane.doe', 'jane.doe.anna']) {
    const cookie = await signInForCookie(mock, name, 'secret');
    const response = await fetch(mock.url + currentUserPath, { headers: { cookie } });
    expect(await response.json()).toMatchObject({ userId: name });
  }
  const keys = (filter: JournalFilter) => mock.journal.list(filter).map(({ key }) => key);
  expect(keys({ key: 'weekly' })).toEqual(['weekly.ben']);
  expect(keys({ key: 'weekly.news' })).toEqual(['weekly.news', 'weekly.news.anna']);
  expect(keys({ suffix: 'anna', operation: 'signIn' })).toEqual(['jane.doe.anna']);
  expect(keys({ suffix: 'news' })).toEqual([]);
});

test('a key with the name of a format has no suffix, and a reset of one is rejected', async () => {
  const mock = await startTestMock();
  expect((await getBrief(mock, 'daily-harvest.json')).status).toBe(404);
  expect(mock.journal.list()).toMatchObject([{ key: 'daily-harvest.json' }]);
  expect(mock.journal.list({ suffix: 'json' })).toEqual([]);
  const response = await fetch(`${mock.url}/mock/reset?suffix=json`, { method: 'POST' });
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toBe(
    'suffix: expected up to 40 letters, digits, "-" and "_" other than json, xml and html, got "json".',
  );
});

test('what cannot be a suffix is in no key, and an error as a filter', async () => {
  const mock = await startTestMock();
  for (const id of ['daily-harvest.a.b', 'daily-harvest..anna', 'flaky-brief.json.anna']) {
    expect((await getBrief(mock, id)).status).toBe(404);
  }
  expect(mock.journal.list().map(({ suffix }) => suffix)).toEqual(['b', 'anna', 'anna']);
  for (const suffix of ['a.b', 'json', 'a'.repeat(41)]) {
    const verify = `${mock.url}/mock/verify?suffix=${suffix}&exactly=0`;
    const response = await fetch(verify, { method: 'POST' });
    expect((await response.json()).detail).toMatch(/^Filter "suffix": expected up to 40 letters/);
  }
});
