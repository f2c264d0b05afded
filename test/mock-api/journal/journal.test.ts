import request from 'supertest';
import { beforeAll, expect, test } from 'vitest';
import { createJournal } from '../../../mock-api/journal/journal.ts';
import {
  briefsPath,
  getBrief,
  openTester,
  postJson,
  shareTestMock,
  signInForCookie,
  startTestMock,
  submission,
  submit,
  submitPath,
} from '../../support/mock/startTestMock.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';

const mock = shareTestMock();

async function read(path: string, method = 'GET') {
  const response = await fetch(`${mock().url}/mock/${path}`, { method });
  return { status: response.status, body: await response.json() };
}

beforeAll(async () => {
  for (const [briefId, text] of [
    ['daily-harvest.anna', 'From Anna'],
    ['daily-harvest.ben', 'From Ben'],
    ['food-and-drink.anna', 'From Anna again'],
    ['truncated-submission.anna', 'Lost'],
  ]) {
    await submit(mock(), { briefId, text })
      .then((response) => response.text())
      .catch(() => {});
  }
  await getBrief(mock(), 'unheard-of.anna?page=2');
  await fetch(`${mock().url}/rest/nowhere?page=3`);
  await mock().journal.waitForEntries({ ended: true }, { count: 6 });
});

test.each([
  ['body.text=From%20Anna', [1]],
  ['body.subscriberId=3141592', [1, 2, 3, 4]],
  ['body.subscriberId:="3141592"', [1, 2, 3, 4]],
  ['body.subscriberId:=3141592', []],
  ['body.text*=Anna', [1, 3]],
  ['body.text~=/anna$/i', [1]],
  ['header.Content-Type*=json', [1, 2, 3, 4]],
  ['query.page=2', [5]],
  ['query.page=4', []],
  ['outcome=truncated', [4]],
  ['status=2XX,404&operation=submitFeedback,%20getBrief', [1, 2, 3, 5]],
  ['text=HARVEST%20status:2xx', [1, 2]],
  ['text=status:404&status=none', [4, 5, 6]],
  ['key=daily-harvest', [1, 2]],
  ['after=4', [5, 6]],
  ['path=/rest/nowhere', [6]],
  ['violations=true', [6]],
  ['unexpected=true', [5, 6]],
  ['name=anna&status=2xx', [1, 3]],
  ['name=none', [6]],
  ['name=none&status=405', []],
  ['key=unheard-of&operation=submitFeedback', []],
  ['scenario=slow-submission&status=409', []],
  ['header.X-Demo=a', []],
  ['header.Access-Control-Max-Age=1', []],
])('the filter %s selects the requests %j', async (query, ids) => {
  const { entries } = (await read(`journal?${query}`)).body;
  expect(entries.map(({ id }: { id: number }) => id)).toEqual(ids);
});

test.each([
  ['colour=red&status=ok', 'Unknown filter "colour": expected one of operation, status, key, '],
  ['colour=red&status=ok', 'Filter "status": expected a status, a class such as 4xx, or none, got'],
  ['outcome=complete', 'Filter "outcome": did you mean completed, got "complete".'],
  ['scenario=slow-breif', 'Filter "scenario": did you mean slow-brief, got "slow-breif"'],
  [
    'operation=getBrief&scenario=slow-submission',
    'Filter "scenario": expected one of missing-brief, ',
  ],
  ['method=GETT', 'Filter "method": did you mean GET, got "GETT".'],
  ['operation=getBrief,signIn&method=PUT', 'Filter "method": expected one of GET, POST, HEAD, got'],
  ['path=/rest?page=2', 'Filter "path": expected a path without a query, '],
  ['header.a%20b=c', 'Filter "header.a b": expected the name of a header.'],
  ['after=999', 'Filter "after": the journal has no entry 999 yet.'],
  ['text=status:ok', 'Filter "status": expected a status, '],
  ['text=%20', 'Filter "text": expected a text, got "".'],
  ['body.subjectline=x', 'Filter "body.subjectline": no body has "subjectline"; did you mean'],
  ['body.__proto__=x', 'Filter "body.__proto__": no body has "__proto__"; '],
  ['operation=signIn&body.text=x', 'no body has "text"; expected one of username, password.'],
  ['body.text.x=a', 'Filter "body.text.x": no "text" has "x"; expected none.'],
  ['body.text~=(a', 'Filter "body.text~": expected a regular expression such as /^hello/i, '],
  ['body.text~=/^(a%2B)%2B$/', 'The regular expression took longer than 200 ms.'],
  ['key=daily-harvest.', 'Filter "key": did you mean daily-harvest, got "daily-harvest."'],
  ['key=a&key=b', 'Filter "key": expected one value, got ["a","b"].'],
  ['status=none&text=outcome:completed', 'Filters "status" and "outcome": expected one of them.'],
  ['ended=false&status=200', 'Filters "status" and "ended": expected one of them.'],
  [
    'operation=signIn&status=200,3xx',
    'expected one of 200, 400, 401, 403, 413, 415, 429, 500, 502, 503, 504,',
  ],
  ['text=Text:Hello', 'Filter "text": did you mean text, got "Text:Hello".'],
  ['text=scenario%3Dslow-brief', 'Filter "text": did you mean scenario, got "scenario=slow'],
  [
    'operation=signOut&status=404',
    'Filter "status": expected one of 200, 401, 403, 429, 500, 502,',
  ],
  ['path=/rest/nothing', 'Filter "path": expected one of /rest/'],
  ['header.CONTENT-TPYE=a', 'Filter "header.CONTENT-TPYE": did you mean content-type.'],
  ['query.pgae=2', 'Filter "query.pgae": expected none.'],
  ['header.Accept=', 'Filter "header.Accept": expected a value, got "".'],
  ['header.Cookie=a', 'Filter "header.Cookie": the journal does not contain this value.'],
  ['body.password=a', 'Filter "body.password": the journal does not contain this value.'],
  ['body.text*=', 'Filter "body.text*": expected a part of the value, got "".'],
  ['body.text:=7', 'Filter "body.text": "text" is no number.'],
  ['name=zoe&body.briefId=daily-harvest', 'Filter "body.briefId": did you mean daily-harvest.zoe,'],
  [
    `name=zoe&path=${briefsPath}/daily-harvest`,
    'Filter "path": did you mean daily-harvest.zoe, got',
  ],
  ['text=stat:404', 'Filter "text": did you mean status, got "stat:404".'],
  ['text=stauts:404', 'Filter "text": did you mean status, got "stauts:404".'],
  ['text=Hello%20boddy.text:x', 'Filter "text": did you mean body, got "boddy.text:x".'],
  ['name=none&key=daily-harvest.anna', 'Filter "key": did you mean daily-harvest, got'],
  ['operation=getBrief&key=editor', 'Filter "key": expected one of daily-harvest, '],
  ['body.briefId=daily-harvets', 'Filter "body.briefId": did you mean daily-harvest, got'],
])('the filter %s is rejected', async (query, reason) => {
  if (query.includes('%2B')) await submit(mock(), { text: `${'a'.repeat(60)}b` });
  const { status, body } = await read(`journal?${query}`);
  expect(status).toBe(400);
  expect(body.detail).toContain(reason);
});

test.each([
  ['console.json?bogus=1', 'Unknown query parameter "bogus": expected name.'],
  ['journal/%zz', 'The path has a malformed percent-encoding.'],
])('GET /mock/%s is rejected', async (path, reason) => {
  const { status, body } = await read(path);
  expect(status).toBe(400);
  expect(body.detail).toContain(reason);
});

test('every name of a nested field is compared with the contract', async () => {
  const nested =
    'address: { type: object, properties: { city: { type: string }, tags: { type: array } } }';
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('        recaptchaResponse:\n', `        ${nested}\n        recaptchaResponse:\n`),
  );
  const { url } = await startTestMock({ contractFile });
  const detailOf = async (field: string) =>
    (await (await fetch(`${url}/mock/journal?body.${field}=a`)).json()).detail;
  expect(await detailOf('address.citty')).toContain('no "address" has "citty"; did you mean city.');
  for (const field of ['address.city', 'address.tags.0']) {
    expect(await detailOf(field)).toBeUndefined();
  }
});

test('an expectation fails with the nearest requests, not those of other testers', async () => {
  const own = await startTestMock();
  const token = await openTester(own, 'anna');
  const expectOf = async (query: string) => {
    const parameters = `tester=${token}&timeout=0&settle=0&${query}`;
    const init = { method: 'POST' };
    return (await fetch(`${own.url}/mock/expect?${parameters}`, init)).json();
  };
  await submit(own, { briefId: 'daily-harvest.ben', text: 'From Ana' });
  await submit(own, { text: 'From Ana' });
  expect((await expectOf('exactly=1')).details).toEqual([
    expect.stringMatching(/^No request has come under the name "anna" .*: ben \(.*\), no name \(/),
    expect.stringContaining('noRequests=true'),
    'Request 2: name: expected "anna", got "none".',
  ]);
  await submit(own, { briefId: 'daily-harvest.anna', text: 'From Anna' });
  expect(await expectOf('key=daily-harvest&body.text=From%20Ana&exactly=1')).toMatchObject({
    status: 422,
    detail:
      'Expected exactly 1 request with {"key":"daily-harvest","body":{"text":{"is":"From Ana"}},"name":"anna"}, got 0.',
    count: 0,
    details: [
      'Request 3: body.text: expected "From Ana", got "From Anna".',
      'Request 2: name: expected "anna", got "none".',
    ],
  });
});

test('clear removes the entries whose ids are in its body, which must be JSON', async () => {
  const { url, journal } = await startTestMock();
  for (const id of ['a', 'b', 'c']) await getBrief({ url }, id);
  const clear = (body: unknown) => postJson(`${url}/mock/journal/clear`, body);
  expect(await (await clear({ ids: [1, 3, 77] })).json()).toEqual({ cleared: 2 });
  for (const body of [{ ids: ['2'] }, '[', 'null']) expect((await clear(body)).status).toBe(400);
  const form = { method: 'POST', body: new URLSearchParams({ ids: '2' }) };
  expect((await fetch(`${url}/mock/journal/clear`, form)).status).toBe(400);
  expect(journal.list().map(({ key }) => key)).toEqual(['b']);
});

test('an entry contains a submission, its response and why it was selected, without secrets', async () => {
  const own = await startTestMock();
  const sent = submission({ text: 'Grüße\n<b>🌾</b>', subscriberId: 7 });
  const headers = { 'Content-Type': 'application/json', Cookie: 'JSESSIONID=horse', 'X-Test': 'a' };
  const init = { method: 'POST', headers, body: JSON.stringify(sent) };
  await (await fetch(own.url + submitPath, init)).text();
  await getBrief(own, 'flaky-brief.anna');
  await getBrief(own, 'daily-harvets');
  const [entry, ...others] = await own.journal.waitForEntries({ ended: true }, { count: 3 });
  expect(entry).toMatchObject({
    id: 1,
    method: 'POST',
    path: submitPath,
    key: 'daily-harvest',
    body: sent,
    requestHeaders: { 'x-test': 'a', cookie: '•••' },
    status: 200,
    mediaType: 'application/json',
    outcome: 'completed',
    violations: [],
  });
  expect(Date.parse(entry?.at ?? '')).toBeGreaterThan(Date.now() - 10_000);
  expect(entry?.durationMs).toBeGreaterThanOrEqual(0);
  const reason = 'No brief or scenario has the id "daily-harvets". The closest is "daily-harvest".';
  expect(others).toMatchObject([
    {
      responseBody:
        '{"title":"Internal Server Error","status":500,"detail":"Something went wrong."}',
      reason: 'Attempt 1 with "flaky-brief.anna", which selects the scenario flaky-brief.',
    },
    { reason, responseHeaders: { 'content-type': 'application/problem+json' } },
  ]);

  const query = 'p%61ssword=horse/a?horse;b&user[password]=horse&PASSWORD=horse&access_token=horse';
  const secret = { 'X-Auth-Token': 'horse', Referer: `http://localhost/?${query}` };
  await fetch(`${own.url}/rest/x?${query}&page=2`, { headers: secret });
  expect(own.journal.list().at(-1)?.path).toBe(
    '/rest/x?p%61ssword=•••&user[password]=•••&PASSWORD=•••&access_token=•••&page=2',
  );
  const cookie = await signInForCookie(own, 'editor', 'correct horse');
  await fetch(`${own.url}/jsp/logout.jsp?password=correct%20horse`, { headers: { cookie } });
  const recorded = JSON.stringify(own.journal.list());
  expect(recorded).toContain('editor');
  expect(recorded).not.toMatch(/correct|horse/);
  expect(recorded).not.toContain(cookie.split('=')[1]);
});

test('a wait resolves to a later request before its response is sent', async () => {
  const waiting = mock().journal.wait({ operation: 'submitFeedback', key: 'slow-submission.a' });
  for (const briefId of ['slow-submission.b', 'slow-submission.a']) {
    submit(mock(), { briefId }).catch(() => {});
  }
  const entry = await waiting;
  expect(entry).toMatchObject({ key: 'slow-submission.a', outcome: 'pending' });
  expect(entry).not.toHaveProperty('status');
  expect(mock().journal.list({ key: 'slow-submission.a', status: 'none' })).toEqual([]);
});

const arrival = { at: '2026-01-01T00:00:00.000Z', method: 'GET', path: '/' };

test('the oldest entries are dropped first, and ids are not reused', async () => {
  const journal = createJournal(3);
  for (let i = 0; i < 5; i += 1) journal.add(arrival);
  expect(journal.list().map(({ id }) => id)).toEqual([3, 4, 5]);
  await expect(journal.wait({ status: 404 }, { timeoutMs: 1 })).rejects.toThrow(
    '0 of 1 requests matched {"status":404} within 1 ms.',
  );
});

test('a busy tester does not evict the entries of others', () => {
  const journal = createJournal(10);
  for (const [name, count] of Object.entries({ anna: 4, ben: 4, busy: 50 })) {
    for (let i = 0; i < count; i += 1) journal.add(arrival).update({ name });
  }
  const ids = (name: string) => journal.list({ name }).map(({ id }) => id);
  expect([ids('anna'), ids('ben'), ids('busy')]).toEqual([
    [2, 3, 4],
    [6, 7, 8],
    [55, 56, 57, 58],
  ]);
  expect(journal.dropped()).toBe(48);
});

test('a request with thousands of violations and a long body takes little memory', async () => {
  const own = await startTestMock();
  const names = Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]);
  const sent = submission({ briefId: 'b'.repeat(301), ...Object.fromEntries(names) });
  await postJson(own.url + submitPath, sent);
  const [entry] = own.journal.list();
  expect(entry?.key).toBeUndefined();
  expect(entry?.body).toMatch(/too long to record$/);
  expect(entry?.violations).toHaveLength(50);
});

test('a site whose name resolves to this machine reads nothing', async () => {
  const { url } = await startTestMock({ allowedHosts: ['qa.example.com'] });
  const statusFor = async (headers: Record<string, string>) =>
    (await request(url).get('/mock/journal').set(headers)).status;
  const local = ['127.0.0.1', '[::1]:4010', 'localhost:80', 'mock:4010', 'phone.local'];
  for (const Host of [...local, 'QA.example.com:4010']) {
    expect(await statusFor({ Host })).toBe(200);
    expect(await statusFor({ 'X-Forwarded-Host': `${Host}, localhost` })).toBe(200);
    expect(await statusFor({ Host, 'X-Forwarded-Host': 'attacker.example' })).toBe(403);
    expect(await statusFor({ Host: 'attacker.example:4010', 'X-Forwarded-Host': Host })).toBe(403);
  }
});

test.each([
  [403, { 'Sec-Fetch-Site': 'same-site' }],
  [403, { Origin: 'http://attacker.example' }],
  [403, { Origin: 'null' }],
  [200, { Origin: 'http://192.168.0.7:3000', 'X-Forwarded-Host': '192.168.0.7:3000' }],
  [200, { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }],
])('a page of another origin cannot reset: %i for %o', async (status, headers) => {
  expect((await request(mock().url).post('/mock/reset').set(headers)).status).toBe(status);
});
