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
async function runTester(mock: RunningMock, name: string) {
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    statuses.push((await getBrief(mock, `flaky-brief.${name}`)).status);
  }
  await submit(mock, { briefId: `daily-harvest.${name}`, text: `From ${name}` });
  const cookie = await signInForCookie(mock, `editor.${name}`, 'correct horse');
  const requestUser = () => fetch(mock.url + currentUserPath, { headers: { cookie } });
  const { userId } = (await (await requestUser()).json()) as { userId: string };
  await fetch(mock.url + signOutPath, { headers: { cookie } });
  statuses.push((await requestUser()).status);
  const bodies = mock.journal.list({ name }).map(({ body }) => body);
  return { statuses, userId, bodies };
}

test('twenty concurrent testers with names see only their own requests', async () => {
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

test('an id may contain dots, and what follows the last one is the name', async () => {
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
  expect(keys({ name: 'anna', operation: 'signIn' })).toEqual(['jane.doe.anna']);
  expect(keys({ name: 'news' })).toEqual([]);
});

test('a key with the name of a format has no name, and a reset of one is rejected', async () => {
  const mock = await startTestMock();
  expect((await getBrief(mock, 'daily-harvest.json')).status).toBe(404);
  expect(mock.journal.list()).toMatchObject([{ key: 'daily-harvest.json' }]);
  expect(mock.journal.list({ name: 'json' })).toEqual([]);
  const response = await fetch(`${mock.url}/mock/reset?name=json`, { method: 'POST' });
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toBe(
    'name: expected up to 40 letters, digits, "-" and "_" other than json, xml and html, got "json".',
  );
});

test('what cannot be a name is in no key, and an error as a filter', async () => {
  const mock = await startTestMock();
  for (const id of ['daily-harvest.a.b', 'daily-harvest..anna', 'flaky-brief.json.anna']) {
    expect((await getBrief(mock, id)).status).toBe(404);
  }
  expect(mock.journal.list().map(({ name }) => name)).toEqual(['b', 'anna', 'anna']);
  for (const name of ['a.b', 'json', 'a'.repeat(41)]) {
    const expectation = `${mock.url}/mock/expect?name=${name}&exactly=0`;
    const response = await fetch(expectation, { method: 'POST' });
    expect((await response.json()).detail).toMatch(/^Filter "name": expected up to 40 letters/);
  }
});
