import { expect, test } from 'vitest';
import { createJournal } from '../../mock-api/journal/journal.ts';
import {
  postJson,
  signInForCookie,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';

const arrival = { at: '2026-01-01T00:00:00.000Z', method: 'GET', path: '/' };

test('an entry contains a submission with its body unchanged, and its violations', async () => {
  const mock = await startTestMock();
  const sent = submission({ text: 'Grüße\n<b>🌾</b>', subscriberId: 7 });
  for (const body of [sent, submission({ text: '' })]) {
    await (await postJson(mock.url + submitPath, body)).text();
  }
  const [entry, rejected] = await mock.journal.waitForEntries({ ended: true }, { count: 2 });
  expect(entry).toMatchObject({
    id: 1,
    method: 'POST',
    path: submitPath,
    key: 'daily-harvest',
    body: sent,
    status: 200,
    mediaType: 'application/json',
    outcome: 'completed',
    violations: [],
  });
  expect(Date.parse(entry?.at ?? '')).toBeGreaterThan(Date.now() - 10_000);
  expect(entry?.durationMs).toBeGreaterThanOrEqual(0);
  const violations = [{ rule: 'request.body', location: 'body/text', keyword: 'minLength' }];
  expect(rejected).toMatchObject({ status: 400, key: 'daily-harvest', violations });
});

test('an entry contains neither passwords nor cookies', async () => {
  const mock = await startTestMock();
  const query = 'p%61ssword=horse/a?horse;b&user[password]=horse&PASSWORD=horse&access_token=horse';
  const headers = { 'X-Auth-Token': 'horse', Referer: `http://localhost/?${query}` };
  await fetch(`${mock.url}/rest/x?${query}&page=2`, { headers });
  expect(mock.journal.list()).toMatchObject([
    { path: '/rest/x?p%61ssword=•••&user[password]=•••&PASSWORD=•••&access_token=•••&page=2' },
  ]);
  const cookie = await signInForCookie(mock, 'editor', 'correct horse');
  await fetch(`${mock.url}/jsp/logout.jsp?password=correct%20horse`, { headers: { cookie } });
  const json = JSON.stringify(mock.journal.list());
  expect(json).toContain('editor');
  expect(json).not.toMatch(/correct|horse/);
  expect(json).not.toContain(cookie.split('=')[1]);
});

test('a wait resolves to a later request before its response is sent', async () => {
  const mock = await startTestMock();
  const waiting = mock.journal.wait({ operation: 'submitFeedback', key: 'slow-submission.a' });
  for (const briefId of ['slow-submission.b', 'slow-submission.a']) {
    postJson(mock.url + submitPath, submission({ briefId })).catch(() => {});
  }
  const entry = await waiting;
  expect(entry).toMatchObject({ key: 'slow-submission.a', outcome: 'pending' });
  expect(entry).not.toHaveProperty('status');
});

test('the oldest entries are dropped first, which a wait mentions, and ids are not reused', async () => {
  const journal = createJournal(3);
  for (let i = 0; i < 5; i += 1) journal.add(arrival);
  expect(journal.list().map(({ id }) => id)).toEqual([3, 4, 5]);
  await expect(journal.wait({ status: 404 }, { timeoutMs: 1 })).rejects.toThrow(
    'No request matched {"status":404} within 1 ms. The journal has dropped 2 requests, because it keeps 3 (MOCK_JOURNAL_LIMIT).',
  );
});

test('a busy tester does not evict the entries of others', () => {
  const journal = createJournal(10);
  for (const name of ['anna', 'ben', 'busy']) {
    const count = name === 'busy' ? 50 : 4;
    for (let i = 0; i < count; i += 1) journal.add(arrival).update({ name });
  }
  const ids = (name: string) => journal.list({ name }).map(({ id }) => id);
  expect(ids('anna')).toEqual([2, 3, 4]);
  expect(ids('ben')).toEqual([6, 7, 8]);
  expect(ids('busy')).toEqual([55, 56, 57, 58]);
  expect(journal.dropped()).toBe(48);
});

test('a request with thousands of violations and a long body takes little memory', async () => {
  const mock = await startTestMock();
  const names = Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]);
  await postJson(mock.url + submitPath, { ...submission(), ...Object.fromEntries(names) });
  const [entry] = mock.journal.list();
  expect(entry?.body).toMatch(/too long to record$/);
  expect(entry?.violations).toHaveLength(50);
});
