import { expect, test } from 'vitest';
import { createStandInToken } from '../../mock-api/captcha/standInToken.ts';
import { forTester } from '../../mock-api/testing/forTester.ts';
import { copyWithChange } from '../temporaryFiles.ts';
import {
  beginCheck,
  currentUserPath,
  expectRequests,
  getBrief,
  postJson,
  shareTestMock,
  signInForCookie,
  startTestMock,
  submission,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

const mock = shareTestMock();
const tester = (name: string) => forTester(name, { url: mock().url, settleMs: 0 });
const busy = (status: number) => ({ operation: 'getBrief', steps: [status, 'ok'] }) as const;

async function statusesOf(id: string, url = mock().url) {
  const statuses: number[] = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await getBrief({ url }, id)).status);
  return statuses;
}

const userOf = (cookie: string, url = mock().url) =>
  fetch(url + currentUserPath, { headers: { cookie } });

test('twenty concurrent testers see only their own attempts, scenarios, sessions and requests', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `tester-${i}`);
  const run = async (name: string, i: number) => {
    const own = await tester(name);
    await own.addScenarios({ 'busy-brief': busy(500 + i) });
    const flaky = await statusesOf(`flaky-brief.${name}`);
    const added = await statusesOf(`busy-brief.${name}`);
    await submit(mock(), { briefId: `daily-harvest.${name}`, text: `From ${name}` });
    const cookie = await signInForCookie(mock(), `editor.${name}`, 'correct horse');
    const { userId } = await (await userOf(cookie)).json();
    const entries = await own.journal({});
    return { flaky, added, userId, count: entries.length, text: Object(entries[6]?.body).text };
  };
  const seen = await Promise.all(names.map(run));
  expect(seen).toEqual(
    names.map((name, i) => ({
      flaky: [500, 500, 200],
      added: [500 + i, 200, 200],
      userId: `editor.${name}`,
      count: 9,
      text: `From ${name}`,
    })),
  );
  expect(await statusesOf('busy-brief')).toEqual([404, 404, 404]);
});

test('an id may contain dots, and what follows the last one is the name', async () => {
  const dataFile = await copyWithChange('mock-api/data.yaml', (text) =>
    text
      .replace('briefs:\n', 'briefs:\n  weekly.news: { name: weekly-news }\n')
      .replace('users:\n', 'users:\n  jane.doe: { password: secret }\n'),
  );
  const own = await startTestMock({ dataFile });
  const ids = ['weekly.news', 'weekly.news.anna', 'weekly.ben', 'daily-harvest.json', 'a.b..anna'];
  const found: number[] = [];
  for (const id of ids) found.push((await getBrief(own, id)).status);
  expect(found).toEqual([200, 200, 404, 404, 404]);
  expect((await userOf(await signInForCookie(own, 'jane.doe.anna', 'secret'), own.url)).ok).toBe(
    true,
  );
  const names = own.journal.list().map(({ name }) => name);
  expect(names).toEqual([undefined, 'anna', 'ben', undefined, 'anna', 'anna', 'anna']);
  const keys = own.journal
    .list()
    .slice(0, 2)
    .map(({ key }) => key);
  expect(keys).toEqual(['weekly.news', 'weekly.news.anna']);
});

const empty = '{}';
const rejected: { route: string; body?: string | undefined; reason: string }[] = [
  { route: 'reset?bogus=1', reason: 'Unknown query parameter "bogus"' },
  { route: 'reset?name=a.b', reason: 'name: expected up to 40 letters' },
  { route: 'reset?name=a', body: empty, reason: 'The body: expected none.' },
  { route: 'expect?exactly=0', reason: 'name: expected that of a reset, got undefined.' },
  {
    route: 'expect?exactly=0&name=a',
    reason: 'since: expected that of POST /mock/reset, got undef',
  },
  {
    route: 'expect?exactly=0&name=a&since=1',
    reason: 'since: expected that of POST /mock/reset, ',
  },
  {
    route: 'expect?name=a&exactly=0&since=RUN:999999',
    reason: 'since: expected an id of the journal',
  },
  { route: 'expect?SECTION&exactly=0&name=ben', reason: 'name: expected that of a reset' },
  {
    route: 'expect?SECTION&atMost=0.5',
    body: empty,
    reason: 'atMost: expected a whole number from 0',
  },
  {
    route: 'expect?SECTION&atLeast=0',
    body: empty,
    reason: 'The number of requests: expected exactly',
  },
  { route: 'expect?SECTION', body: empty, reason: 'The number of requests: expected exactly, or' },
  {
    route: 'expect?SECTION&exactly=0&settle=-1',
    body: empty,
    reason: 'settle: expected a whole number',
  },
  {
    route: 'expect?SECTION&exactly=0&timeout=600001',
    body: empty,
    reason: 'from 0 to 600000, got',
  },
  { route: 'expect?SECTION&exactly=0', reason: 'The pattern: expected a JSON object such as ' },
  {
    route: 'expect?SECTION&exactly=0',
    body: 'text=a',
    reason: 'The body: expected a pattern in JSON',
  },
  {
    route: 'expect?SECTION&exactly=0',
    body: `{"body":{"text":${'['.repeat(9999)}${']'.repeat(9999)}}}`,
    reason: 'The body: expected a pattern in JSON',
  },
  { route: 'expect?SECTION&exactly=0', body: '{"name":"ben"}', reason: 'Unknown member "name"' },
  {
    route: 'expect?SECTION&exactly=0',
    body: '{"except":{}}',
    reason: 'except: expected a list such',
  },
  {
    route: 'expect?SECTION&exactly=0',
    body: '{"except":[{}]}',
    reason: 'except: expected a key or',
  },
  {
    route: 'expect?SECTION&exactly=0',
    body: '{"except":[{"status":404}]}',
    reason: 'Unknown member "status": expected one of key, operation.',
  },
  {
    route: 'expect?SECTION&exactly=0&body.text*=a',
    body: empty,
    reason: 'the pattern is the body: write {"body":{"text":{"contains":"…"}}} there.',
  },
  {
    route: 'journal/find?SECTION&status=404',
    body: empty,
    reason: 'atLeast or atMost; the pattern is the body: write {"status":"…"} there.',
  },
  { route: 'journal/find?SECTION', body: '{"except":[]}', reason: 'Unknown member "except"' },
  { route: 'scenarios', body: empty, reason: 'name: expected that of a reset' },
  { route: 'scenarios?SECTION&foo=a', body: empty, reason: 'Unknown query parameter "foo"' },
  {
    route: 'scenarios?SECTION',
    body: '{"scenarios":{"x":{"operation":"getbrief"}}}',
    reason: 'body:1 "x", operation: the contract has no operation',
  },
];

test.each(rejected)('POST /mock/$route is rejected: $reason', async ({ route, body, reason }) => {
  await getBrief(mock(), 'daily-harvest');
  const section = await beginCheck(mock(), 'rejected');
  const run = mock().journal.position().split(':', 1)[0] ?? '';
  const path = route.replace('SECTION', section).replace('RUN', run);
  const init = body === undefined ? { method: 'POST' } : { method: 'POST', body };
  const before = mock().journal.list();
  const response = await fetch(`${mock().url}/mock/${path}`, init);
  expect((await response.json()).detail).toContain(reason);
  expect(response.status).toBe(400);
  expect(mock().journal.list()).toEqual(before);
});

test('a 422 says in the form of problem details what is not as expected', async () => {
  const section = await beginCheck(mock(), 'few');
  await submit(mock(), { briefId: 'daily-harvest.few', text: 'Hallo' });
  const url = `${mock().url}/mock/expect?${section}&exactly=1&timeout=0`;
  const response = await postJson(url, { body: { text: 'Hello' } });
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toEqual({
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'Expected exactly 1 with {"body":{"text":"Hello"}}, got 0.',
    count: 0,
    isFinal: false,
    details: expect.arrayContaining([
      expect.stringMatching(
        /^Request \d+: POST \S+, 200, 0\.\d s ago; body\.text: expected "Hello", got "Hallo"\.$/,
      ),
    ]),
  });
});

test('a 410 says in the form of problem details what has ended a tester', async () => {
  const section = await beginCheck(mock(), 'gone');
  await beginCheck(mock(), 'gone');
  const response = await fetch(`${mock().url}/mock/journal?${section}`);
  expect(response.status).toBe(410);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toEqual({
    title: 'Gone',
    status: 410,
    detail: expect.stringMatching(/^The requests of "gone" since .*, at 20.*Z\.$/),
    details: [],
  });
});

test('the same two calls check what an observer forwards, whose requests have no name', async () => {
  const backend = await startTestMock();
  const url = (await startTestObserver(backend.url, { recordBodies: true })).url;
  const { since } = await (await fetch(`${url}/mock/reset`, { method: 'POST' })).json();
  const expectOf = async (pattern: object, exactly: number) => {
    const query = `name=none&since=${since}&settle=0&timeout=500&exactly=${exactly}`;
    const { status, detail } = await expectRequests({ url }, query, pattern);
    return [status, detail];
  };
  await submit({ url }, { briefId: 'daily-harvest.anna', text: 'Hello' });
  expect(await expectOf({ body: { text: 'Hello' }, status: '2xx' }, 1)).toEqual([200, undefined]);
  expect(await expectOf({ unexpected: true }, 0)).toEqual([200, undefined]);
  expect((await expectOf({ body: { text: 'Hello' } }, 0))[0]).toBe(422);
  expect((await expectOf({ body: { briefId: 'daily-harvest' } }, 0))[1]).toContain(
    'got "daily-harvest"',
  );
  await fetch(`${url}/mock/reset`, { method: 'POST' });
  expect((await expectOf({ operation: 'signIn' }, 0))[0]).toBe(410);
});

test('a condition on what an observer does not record is an error', async () => {
  const { url } = await startTestObserver(mock().url);
  const { since } = await (await fetch(`${url}/mock/reset`, { method: 'POST' })).json();
  await submit({ url }, { text: 'Hello' });
  const statusOf = async (pattern: object, noRequests = false) => {
    const query = `name=none&since=${since}&settle=0&exactly=0&noRequests=${noRequests}`;
    return (await expectRequests({ url }, query, pattern)).status;
  };
  const patterns = [
    { body: { text: 'Hello' } },
    { key: 'daily-harvest' },
    { header: { Accept: 'a' } },
    { query: { a: 'b' } },
    { text: 'a' },
  ];
  for (const pattern of patterns) {
    const statuses = [await statusOf(pattern), await statusOf(pattern, true)];
    expect(statuses, JSON.stringify(pattern)).toEqual([400, 400]);
  }
  expect(await statusOf({ operation: 'signIn' })).toBe(200);
});

test('an observer rejects a reset of a tester, whose checks would see nothing', async () => {
  const { url } = await startTestObserver(mock().url);
  expect((await fetch(`${url}/mock/reset?name=anna`, { method: 'POST' })).status).toBe(400);
});

test.each([
  { operation: 'submitFeedback' },
  { key: 'daily-harvest' },
  { body: { text: 'Hello' } },
  { violations: true },
  { violations: false },
])(
  'a check of what an observer forwards counts on a request that is pending: %j',
  async (pattern) => {
    const backend = await startTestMock();
    const { url, journal } = await startTestObserver(backend.url, { recordBodies: true });
    await submit({ url }, { briefId: 'daily-harvest', text: 'Earlier' });
    const { since } = await (await fetch(`${url}/mock/reset`, { method: 'POST' })).json();
    const aborted = new AbortController();
    const body = JSON.stringify(submission({ briefId: 'silent-submission', text: 'Hello' }));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const pending = fetch(url + submitPath, { ...init, signal: aborted.signal });
    pending.catch(() => {});
    await waitForEntry(journal, { outcome: 'pending' });
    const query = `name=none&since=${since}&settle=0&timeout=50&exactly=0&noRequests=true`;
    const { details } = await expectRequests({ url }, query, pattern);
    expect(details).toEqual([
      expect.stringMatching(/^Request \d may match: POST \S+, pending for 0\.\d s\.$/),
    ]);
    aborted.abort();
  },
);

test('a scenario that is added replaces one with the same id and starts with its first step', async () => {
  const gus = await tester('gus');
  for (const status of [503, 503, 500]) {
    await gus.addScenarios({ 'busy-brief': busy(status) });
    await gus.addScenarios({ 'idle-brief': busy(500) });
    expect(await statusesOf('busy-brief.gus')).toEqual([status, 200, 200]);
  }
  await gus.addScenarios({
    'a.b': [
      { operation: 'getBrief', steps: [418, 'ok'] },
      { operation: 'submitFeedback', status: 503, body: { echo: 'Hello' } },
    ],
  });
  expect((await getBrief(mock(), 'a.b.gus')).status).toBe(418);
  const response = await submit(mock(), { briefId: 'a.b.gus' });
  expect(await response.json()).toEqual({ echo: 'Hello' });
  // Each operation counts its own attempts.
  expect((await getBrief(mock(), 'a.b.gus')).status).toBe(200);
});

const send = (method: string, path: string) => fetch(`${mock().url}/mock/${path}`, { method });

test.each<[string, () => Promise<unknown>]>([
  ['its reset', () => send('POST', 'reset?name=ben')],
  ['the start of another run', () => tester('ben')],
  ['a reset of all', () => send('POST', 'reset')],
])('a scenario of a tester is listed for the name, and gone after %s', async (_, remove) => {
  const ben = await tester('ben');
  await ben.addScenarios({ 'busy-brief': { ...busy(503), description: 'Is busy.' } });
  const list = async (name: string) => (await send('GET', `console.json?name=${name}`)).text();
  expect(await list('ben')).toContain('Is busy.');
  expect(await list('other')).not.toContain('Is busy.');
  await remove();
  expect(await list('ben')).not.toContain('Is busy.');
  expect(await statusesOf('busy-brief.ben')).toEqual([404, 404, 404]);
});

test('a reset removes the attempts, sessions and entries of one tester, or all of them', async () => {
  const own = await startTestMock({ journalLimit: 8 });
  const cookies: string[] = [];
  for (const name of ['anna', 'ben']) {
    await statusesOf(`flaky-brief.${name}`, own.url);
    cookies.push(await signInForCookie(own, `editor.${name}`, 'correct horse'));
  }
  const signedIn = () => Promise.all(cookies.map(async (one) => (await userOf(one, own.url)).ok));
  const reset = async (query: string) =>
    (await fetch(`${own.url}/mock/reset${query}`, { method: 'POST' })).json();
  expect(await reset('?name=anna')).toMatchObject({ attempts: 1, sessions: 1, entries: 4 });
  expect(await signedIn()).toEqual([false, true]);
  expect(own.journal.list({ name: 'anna' })).toEqual([]);
  expect(await statusesOf('flaky-brief.anna', own.url)).toEqual([500, 500, 200]);
  expect(await statusesOf('flaky-brief.ben', own.url)).toEqual([200, 200, 200]);
  expect(own.journal.dropped()).toBeGreaterThan(0);
  expect(await reset('')).toMatchObject({ attempts: 2, sessions: 1, entries: 8 });
  expect(own.journal.dropped()).toBe(0);
  expect(await signedIn()).toEqual([false, false]);
});

test('a captcha response of the stand-in can be used once by each tester, any other again and again', async () => {
  const statusOf = async (name: string, recaptchaResponse: string) =>
    (await submit(mock(), { briefId: `daily-harvest.${name}`, recaptchaResponse })).status;
  const token = createStandInToken();
  const uses = async () => [await statusOf('a', token), await statusOf('b', token)];
  expect([await uses(), await uses()]).toEqual([
    [200, 200],
    [409, 409],
  ]);
  expect([await statusOf('a', 'any'), await statusOf('a', 'any')]).toEqual([200, 200]);
  await tester('a');
  expect(await uses()).toEqual([200, 409]);
});
