import { expect, test as plainTest } from 'vitest';
import { createStandInToken } from '../../mock-api/captcha/standInToken.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { startTestMock, type TestMock } from './fixtures/startTestMock.ts';

const busy = (status: number) => ({ operation: 'getBrief', steps: [status, 'ok'] }) as const;

async function statusesOf({ getBrief }: TestMock, id: string) {
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await getBrief(id)).status);
  return statuses;
}

test('concurrent testers see only their own attempts, scenarios, sessions and requests', async ({
  mock,
}) => {
  const run = async (name: string, i: number) => {
    const tester = await mock.tester(name);
    await tester.addScenarios({ 'busy-brief': busy(500 + i) });
    const flaky = await statusesOf(mock, `flaky-brief.${name}`);
    const added = await statusesOf(mock, `busy-brief.${name}`);
    await mock.submit({ briefId: `daily-harvest.${name}`, text: `From ${name}` });
    const cookie = await mock.signInForCookie(`editor.${name}`, 'correct horse');
    const { userId } = (await mock.currentUser(cookie)).body;
    const entries = await tester.journal({});
    const text = Object(entries[6]?.body).text;
    return { flaky, added, userId, count: entries.length, text };
  };
  const names = ['one', 'two', 'three', 'four'];
  expect(await Promise.all(names.map(run))).toEqual(
    names.map((name, i) => ({
      flaky: [500, 500, 200],
      added: [500 + i, 200, 200],
      userId: `editor.${name}`,
      count: 9,
      text: `From ${name}`,
    })),
  );
  expect(await statusesOf(mock, 'busy-brief')).toEqual([404, 404, 404]);
});

plainTest('an id may contain dots, and what follows the last one is the name', async () => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text
      .replace('briefs:\n', 'briefs:\n  weekly.news: { name: weekly-news }\n')
      .replace('users:\n', 'users:\n  jane.doe: { password: secret }\n'),
  );
  const mock = await startTestMock({ dataFile });
  const ids = ['weekly.news', 'weekly.news.anna', 'weekly.ben', 'daily-harvest.json', 'a.b..anna'];
  const found: number[] = [];
  for (const id of ids) found.push((await mock.getBrief(id)).status);
  expect(found).toEqual([200, 200, 404, 404, 404]);
  const { status } = await mock.signIn('jane.doe.anna', 'secret');
  expect(status).toBe(200);
  expect(mock.journal.list().map(({ key, name }) => `${key} ${name}`)).toEqual([
    'weekly.news undefined',
    'weekly.news.anna anna',
    'weekly.ben ben',
    'daily-harvest.json undefined',
    'a.b..anna anna',
    'jane.doe.anna anna',
  ]);
});

test('a scenario that is added replaces one with the same id and starts with its first step', async ({
  mock,
}) => {
  const gus = await mock.tester('gus');
  for (const status of [503, 503, 500]) {
    await gus.addScenarios({ 'busy-brief': busy(status) });
    await gus.addScenarios({ 'idle-brief': busy(500) });
    expect(await statusesOf(mock, 'busy-brief.gus')).toEqual([status, 200, 200]);
  }
});

test('an id may have a scenario for each operation, which counts its own attempts', async ({
  mock,
}) => {
  const gus = await mock.tester('gus');
  await gus.addScenarios({
    'a.b': [
      { operation: 'getBrief', steps: [418, 'ok'] },
      { operation: 'submitFeedback', steps: [503, 'ok'] },
    ],
  });
  const statuses = [await mock.getBrief('a.b.gus'), await mock.submit({ briefId: 'a.b.gus' })];
  expect(statuses.map(({ status }) => status)).toEqual([418, 503]);
  expect((await mock.getBrief('a.b.gus')).status).toBe(200);
});

plainTest(
  'a reset removes the attempts, sessions, scenarios and entries of a tester, or all',
  async () => {
    const mock = await startTestMock({ journalLimit: 8 });
    const cookies: string[] = [];
    for (const name of ['anna', 'ben']) {
      const tester = await mock.tester(name);
      await tester.addScenarios({ 'busy-brief': busy(503) });
      await statusesOf(mock, `flaky-brief.${name}`);
      cookies.push(await mock.signInForCookie(`editor.${name}`, 'correct horse'));
    }
    const users = () =>
      Promise.all(cookies.map(async (cookie) => (await mock.currentUser(cookie)).status));
    const reset = async (query = '') => (await mock.http.post(`/mock/reset${query}`)).body;
    expect(await reset('?name=anna')).toMatchObject({ attempts: 1, sessions: 1, entries: 4 });
    expect(await users()).toEqual([401, 200]);
    expect(mock.journal.list({ name: 'anna' })).toEqual([]);
    expect(await statusesOf(mock, 'flaky-brief.anna')).toEqual([500, 500, 200]);
    expect(await statusesOf(mock, 'flaky-brief.ben')).toEqual([200, 200, 200]);
    expect((await mock.getBrief('busy-brief.anna')).status).toBe(404);
    expect((await mock.getBrief('busy-brief.ben')).status).toBe(503);
    expect(mock.journal.dropped()).toBeGreaterThan(0);
    expect(await reset()).toMatchObject({ attempts: 3, sessions: 1, entries: 8 });
    expect(mock.journal.dropped()).toBe(0);
    expect((await mock.getBrief('busy-brief.ben')).status).toBe(404);
    expect(await users()).toEqual([401, 401]);
  },
);

test('each tester can use a captcha response of the stand-in once, and any other one again', async ({
  mock,
}) => {
  const recaptchaResponse = createStandInToken();
  const use = async (name: string) =>
    (await mock.submit({ briefId: `daily-harvest.${name}`, recaptchaResponse })).status;
  expect([await use('a'), await use('b'), await use('a'), await use('b')]).toEqual([
    200, 200, 409, 409,
  ]);
  await mock.begin('a');
  expect([await use('a'), await use('b')]).toEqual([200, 409]);
  for (let i = 0; i < 2; i += 1) await mock.submit({ recaptchaResponse: 'any' }).expect(200);
});
