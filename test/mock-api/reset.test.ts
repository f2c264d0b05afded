import { expect, test } from 'vitest';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  currentUserPath,
  getBrief,
  signInForCookie,
  startTestMock,
} from '../support/mock/startTestMock.ts';

/** Leaves attempts, a session and journal entries of a tester; returns the session's cookie. */
async function actAs(name: string, mock: RunningMock): Promise<string> {
  for (let i = 0; i < 3; i += 1) await statusOf(`flaky-brief.${name}`, mock);
  return signInForCookie(mock, `editor.${name}`, 'correct horse');
}

async function statusOf(briefId: string, { url }: RunningMock): Promise<number> {
  return (await getBrief({ url }, briefId)).status;
}

async function isSignedIn(cookie: string, { url }: RunningMock): Promise<boolean> {
  return (await fetch(url + currentUserPath, { headers: { cookie } })).ok;
}

async function exercised({ url }: RunningMock): Promise<number> {
  const coverage = await (await fetch(`${url}/mock/coverage`)).json();
  return (coverage as { responses: { exercised: number } }).responses.exercised;
}

async function reset({ url }: RunningMock, query = '') {
  const response = await fetch(`${url}/mock/reset${query}`, { method: 'POST' });
  return { status: response.status, body: await response.json() };
}

test('a reset with a name removes the attempts, sessions and entries of one tester', async () => {
  const mock = await startTestMock();
  const [anna = '', ben = ''] = await Promise.all(['anna', 'ben'].map((name) => actAs(name, mock)));
  const { body } = await reset(mock, '?name=anna');
  expect(body).toEqual({ attempts: 1, sessions: 1, entries: 4 });
  expect(mock.journal.list({ name: 'anna' })).toEqual([]);
  expect(mock.journal.list({ name: 'ben' })).toHaveLength(4);
  expect(await statusOf('flaky-brief.anna', mock)).toBe(500);
  expect(await statusOf('flaky-brief.ben', mock)).toBe(200);
  expect(await isSignedIn(anna, mock)).toBe(false);
  expect(await isSignedIn(ben, mock)).toBe(true);
  expect(await exercised(mock)).toBeGreaterThan(0);
});

test('a reset without a name removes everything, and the coverage starts again', async () => {
  const mock = await startTestMock({ journalLimit: 3 });
  const cookie = await actAs('anna', mock);
  await statusOf('flaky-brief', mock);
  expect(mock.journal.dropped()).toBe(2);
  expect((await reset(mock)).body).toEqual({ attempts: 2, sessions: 1, entries: 3 });
  expect(mock.journal.dropped()).toBe(0);
  expect(await exercised(mock)).toBe(0);
  expect(await isSignedIn(cookie, mock)).toBe(false);
  expect(await statusOf('flaky-brief.anna', mock)).toBe(500);
  expect(mock.journal.list().map(({ id }) => id)).toEqual([6, 7]);
});

test.each(['?bogus=1', '?name=', '?name=a&name=b'])('%s is rejected', async (query) => {
  const mock = await startTestMock();
  await statusOf('daily-harvest', mock);
  expect((await reset(mock, query)).status).toBe(400);
  expect(mock.journal.list()).toHaveLength(1);
});

test.each(['reset', 'expect?atLeast=1'])('%s with a body is rejected', async (route) => {
  const { url, journal } = await startTestMock();
  await getBrief({ url }, 'daily-harvest');
  const response = await fetch(`${url}/mock/${route}`, { method: 'POST', body: '{"name":"a"}' });
  expect(response.status).toBe(400);
  expect(journal.list()).toHaveLength(1);
});
