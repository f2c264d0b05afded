import { expect, test } from 'vitest';
import { createStandInToken } from '../../mock-api/captcha/standInToken.ts';
import { forTester } from '../../mock-api/testing/forTester.ts';
import {
  beginCheck,
  currentUserPath,
  getBrief,
  shareTestMock,
  signInForCookie,
  startTestMock,
  submission,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { copyWithChange } from './fixtures/temporaryFiles.ts';

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
  const keys = own.journal.list({ key: 'weekly.news' }).map(({ key }) => key);
  expect(keys).toEqual(['weekly.news', 'weekly.news.anna']);
});

test.each([
  ['reset?bogus=1', 'Unknown query parameter "bogus"'],
  ['reset?name=a.b', 'name: expected up to 40 letters'],
  ['expect?exactly=0', 'name: expected that of a reset, got undefined.'],
  ['expect?exactly=0&name=a', 'since: expected that of POST /mock/reset, got undefined.'],
  ['expect?exactly=0&name=a&since=1', 'since: expected that of POST /mock/reset, got "1".'],
  ['expect?SECTION&exactly=0&except=', 'except: expected an encoded filter, got "".'],
  ['expect?SECTION&exactly=0&except=name%3Dben', 'except: expected a filter without a name'],
  ['expect?SECTION&exactly=0&after=999999', 'after: expected an id of the journal, at most '],
  ['expect?name=a&exactly=0&since=RUN:999999', 'since: expected an id of the journal, at most '],
  ['expect?SECTION&exactly=0&name=ben', 'name: expected that of a reset'],
  [
    'expect?SECTION&exactly=0&text=name:ben',
    'Filter "text": expected name=ben, or text:"name:ben"',
  ],
  ['expect?SECTION&atMost=0.5', 'atMost: expected a whole number from 0 to 999999, got "0.5".'],
  ['expect?SECTION&atLeast=0', 'The number of requests: expected exactly, or atLeast from 1, or'],
  ['expect?SECTION', 'The number of requests: expected exactly, or atLeast from 1, or'],
  ['expect?SECTION&exactly=0&settle=-1', 'settle: expected a whole number from 0 to 10000, got'],
  ['expect?SECTION&exactly=0&timeout=600001', 'timeout: expected a whole number from 0 to 600000'],
  ['scenarios', 'name: expected that of a reset'],
  ['scenarios?SECTION&foo=a', 'Unknown query parameter "foo"'],
  ['scenarios?SECTION', 'body:1 "x", operation: the contract has no operation'],
])('/mock/%s is rejected', async (route, reason) => {
  await getBrief(mock(), 'daily-harvest');
  const section = await beginCheck(mock(), 'rejected');
  const content = '{"scenarios":{"x":{"operation":"getbrief"}}}';
  const body = route.startsWith('scenarios') ? { body: content } : {};
  const run = mock().journal.position().split(':', 1)[0] ?? '';
  const path = route.replace('SECTION', section).replace('RUN', run);
  const response = await fetch(`${mock().url}/mock/${path}`, { method: 'POST', ...body });
  expect((await response.json()).detail).toContain(reason);
  expect(response.status).toBe(400);
  expect(mock().journal.list()).not.toEqual([]);
});

test.each(['reset', 'reset?name=a', 'expect?SECTION&atLeast=1'])(
  '%s with a body is rejected',
  async (route) => {
    const section = await beginCheck(mock(), 'rejected');
    const init = { method: 'POST', body: '{"name":"a"}' };
    const response = await fetch(`${mock().url}/mock/${route.replace('SECTION', section)}`, init);
    expect(response.status).toBe(400);
  },
);

test('a 422 says in the form of problem details what is not as expected', async () => {
  const section = await beginCheck(mock(), 'few');
  await submit(mock(), { briefId: 'daily-harvest.few', text: 'Hallo' });
  const url = `${mock().url}/mock/expect?${section}&body.text=Hello&exactly=1&timeout=0`;
  const response = await fetch(url, { method: 'POST' });
  expect(response.status).toBe(422);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await response.json()).toEqual({
    title: 'Unprocessable Entity',
    status: 422,
    detail: expect.stringMatching(
      /^Expected exactly 1 with {"body":{"text":{"is":"Hello"}},"name":"few"}, got 0\.$/,
    ),
    count: 0,
    details: expect.arrayContaining([
      expect.stringMatching(/^Request \d+: body\.text: expected "Hello", got "Hallo"\.$/),
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
  const expectOf = async (conditions: string) => {
    const query = `name=none&since=${since}&settle=0&timeout=500&${conditions}`;
    const response = await fetch(`${url}/mock/expect?${query}`, { method: 'POST' });
    return [response.status, (await response.json()).detail] as const;
  };
  await submit({ url }, { briefId: 'daily-harvest.anna', text: 'Hello' });
  expect(await expectOf('body.text=Hello&status=2xx&exactly=1')).toEqual([200, undefined]);
  expect(await expectOf('unexpected=true&exactly=0')).toEqual([200, undefined]);
  expect((await expectOf('body.text=Hello&exactly=0'))[0]).toBe(422);
  expect((await expectOf('body.briefId=daily-harvest&exactly=0'))[1]).toContain(
    'got "daily-harvest"',
  );
  await fetch(`${url}/mock/reset`, { method: 'POST' });
  expect((await expectOf('operation=signIn&exactly=0'))[0]).toBe(410);
});

test('a condition on what an observer does not record is an error', async () => {
  const { url } = await startTestObserver(mock().url);
  const { since } = await (await fetch(`${url}/mock/reset`, { method: 'POST' })).json();
  await submit({ url }, { text: 'Hello' });
  const statusOf = async (condition: string) => {
    const query = `name=none&since=${since}&settle=0&exactly=0&${condition}`;
    return (await fetch(`${url}/mock/expect?${query}`, { method: 'POST' })).status;
  };
  const conditions = [
    'body.text=Hello',
    'key=daily-harvest',
    'header.Accept=a',
    'query.a=b',
    'text=a',
  ];
  for (const condition of conditions) {
    expect(await statusOf(condition), condition).toBe(400);
    expect(await statusOf(`${condition}&noRequests=true`), condition).toBe(400);
  }
  expect(await statusOf('operation=signIn')).toBe(200);
});

test('an observer rejects a reset of a tester, whose checks would see nothing', async () => {
  const { url } = await startTestObserver(mock().url);
  expect((await fetch(`${url}/mock/reset?name=anna`, { method: 'POST' })).status).toBe(400);
});

test.each([
  'operation=submitFeedback',
  'key=daily-harvest',
  'body.text=Hello',
  'violations=true',
  'violations=false',
])(
  'a check of what an observer forwards counts on a request that is pending: %s',
  async (condition) => {
    const backend = await startTestMock();
    const { url, journal } = await startTestObserver(backend.url, { recordBodies: true });
    await submit({ url }, { briefId: 'daily-harvest', text: 'Earlier' });
    const { since } = await (await fetch(`${url}/mock/reset`, { method: 'POST' })).json();
    const aborted = new AbortController();
    const body = JSON.stringify(submission({ briefId: 'silent-submission', text: 'Hello' }));
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const pending = fetch(url + submitPath, { ...init, signal: aborted.signal });
    pending.catch(() => {});
    await journal.until(() => journal.list({ outcome: 'pending' }).length === 1, {
      timeoutMs: 5000,
    });
    const query = `name=none&since=${since}&settle=0&timeout=50&exactly=0&${condition}`;
    const response = await fetch(`${url}/mock/expect?${query}&noRequests=true`, { method: 'POST' });
    expect((await response.json()).details).toEqual([
      expect.stringContaining('is pending after 50 ms, and may still match.'),
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
