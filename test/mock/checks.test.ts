import { expect, test as plainTest } from 'vitest';
import type { RequestPattern } from '../../mock-api/journal/requestPattern.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { startTestMock, startTestObserver, type TestMock } from './fixtures/startTestMock.ts';

/** Begins a section of the journal, and returns the check of its requests with a number of them. */
async function beginCheck(mock: TestMock, name: string) {
  const section = await mock.begin(name);
  return async (number: string, pattern: RequestPattern) =>
    (await mock.check(`${section}&timeout=20&settle=0&${number}`, pattern)).body;
}

const unreadable = 'The body: expected a pattern in JSON';

test.for(
  Object.entries({
    'reset?bogus=1': 'Unknown query parameter "bogus"',
    'reset?name=a.b': 'name: expected up to 40 letters',
    'reset?name=a {}': 'The body: expected none.',
    'expect?exactly=0': 'name: expected that of a reset, got undefined.',
    'expect?exactly=0&name=a': 'since: expected that of POST /mock/reset, got undef',
    'expect?exactly=0&name=a&since=1': 'since: expected that of POST /mock/reset, ',
    'expect?name=a&exactly=0&since=RUN:999999': 'since: expected an id of the journal',
    'expect?SECTION&exactly=0&name=ben': 'name: expected that of a reset',
    'expect?SECTION&atMost=0.5 {}': 'atMost: expected a whole number from 0',
    'expect?SECTION {}': 'The number of requests: expected exactly, or',
    'expect?SECTION&atLeast=0 {}': 'The number of requests: expected exactly',
    'expect?SECTION&exactly=1&atMost=2 {}': 'The number of requests: expected exactly',
    'expect?SECTION&atLeast=2&atMost=1 {}': 'The number of requests: expected exactly',
    'expect?SECTION&exactly=0&settle=-1 {}': 'settle: expected a whole number',
    'expect?SECTION&exactly=0&timeout=600001 {}': 'from 0 to 600000, got',
    'expect?SECTION&exactly=0&noRequests=yes {}': 'noRequests: expected true or false, got "yes".',
    'expect?SECTION&exactly=0': 'The pattern: expected a JSON object such as ',
    'expect?SECTION&exactly=0 text=a': unreadable,
    'expect?SECTION&exactly=0 NESTED': unreadable,
    'expect?SECTION&exactly=0 {"name":"ben"}': 'Unknown member "name"',
    'expect?SECTION&exactly=0 {"except":{}}': 'except: expected a list such',
    'expect?SECTION&exactly=0 {"except":[{}]}': 'except: expected a key or',
    'expect?SECTION&exactly=0 {"except":[{"status":404}]}':
      'Unknown member "status": expected one of key, operation.',
    'expect?SECTION&exactly=0&body.text*=a {}':
      'the pattern is the body: write {"body":{"text":{"contains":"…"}}} there.',
    'journal/find?SECTION&status=404 {}':
      'atLeast or atMost; the pattern is the body: write {"status":"…"} there.',
    'journal/find?SECTION {"except":[]}': 'Unknown member "except"',
    'scenarios {}': 'name: expected that of a reset',
    'scenarios?SECTION&foo=a {}': 'Unknown query parameter "foo"',
    'scenarios?SECTION briefs:\n  x: { fullName: Grüße }':
      'body:2 Encoding: expected text in UTF-8.',
    'scenarios?SECTION {"scenarios":{"x":{"operation":"getBreif"}}}':
      'body:1 "x", operation: the contract has no operation "getBreif"; expected one of getBrief, ',
  }),
)('POST /mock/%s is rejected, and changes nothing: %s', async ([request, reason], { mock }) => {
  await mock.getBrief('daily-harvest');
  const section = await mock.begin('rejected');
  const before = mock.journal.list();
  const [, route = '', text = ''] = /^(\S+) ?(.*)$/s.exec(request) ?? [];
  const path = route.replace('SECTION', section).replace('RUN', mock.journal.run.slice(0, 8));
  const content = text.replace('NESTED', `{"key":${'['.repeat(9999)}${']'.repeat(9999)}}`);
  const { status, body } = await mock.http
    .post(`/mock/${path}`)
    .type('application/octet-stream')
    .send(Buffer.from(content, 'latin1'));
  expect(body.detail).toContain(reason);
  expect(status).toBe(400);
  expect(mock.journal.list()).toEqual(before);
});

const recent = '\\d\\.\\d s ago';
const matching = (line: string) => expect.stringMatching(new RegExp(`^Request \\d+${line}\\.$`));

test('a 422 says in the form of problem details what is not as expected', async ({ mock }) => {
  const section = await mock.begin('few');
  await mock.submit({ briefId: 'daily-harvest.few', text: 'Hallo' });
  await mock.submit({ briefId: 'daily-harvest.ben', text: 'Hello' });
  const query = `${section}&exactly=1&timeout=0`;
  const { status, type, body } = await mock.check(query, { body: { text: 'Hello' } });
  expect({ type, body }).toEqual({
    type: 'application/problem+json',
    body: {
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Expected exactly 1 with {"body":{"text":"Hello"}}, got 0.',
      count: 0,
      isFinal: false,
      details: [
        matching(`: POST \\S+, 200, ${recent}; body\\.text: expected "Hello", got "Hallo"`),
      ],
    },
  });
  expect(status).toBe(422);
});

plainTest(
  'the nearest requests of the tester come first, and one without a name is the last',
  async () => {
    const mock = await startTestMock();
    const check = await beginCheck(mock, 'cora');
    await mock.submit({ briefId: 'broken-submission.cora', text: 'Hello' });
    await mock.submit({ briefId: 'truncated-submission.cora', text: 'Hello' }).catch(() => {});
    await mock.submit({ briefId: 'broken-submission.cora', text: 'Hallo' });
    await mock.submit({ text: 'Hello' });
    await mock.entries(4);
    const { details } = await check('exactly=1', { status: '2xx', body: { text: 'Hello' } });
    expect(details).toEqual([
      matching(`: POST \\S+, truncated, ${recent}; status: expected "2xx", got "truncated"`),
      matching(`: POST \\S+submit, 500, ${recent}; status: expected "2xx", got 500`),
      matching(`: POST .*; status: .*, got 500; body\\.text: .*, got "Hallo"`),
      matching(`: POST \\S+submit, 200, ${recent}; name: expected "cora", got none`),
    ]);
  },
);

test('a check that waits for a request accepts an id that none has had', async ({ mock }) => {
  const check = await beginCheck(mock, 'few');
  const { detail } = await check('atLeast=2', { key: 'nobody', query: { q: 'a' } });
  expect(detail).toBe('Expected at least 2 with {"key":"nobody","query":{"q":"a"}}, got 0.');
});

const long = 'a'.repeat(17_000);

test.for(
  Object.entries({
    [`{"body":{"text":"${long}"}}`]: true,
    '{"body":{"text":{"contains":"b"}}}': true,
    '{"text":"bread"}': true,
    '{"query":{"page":2}}': true,
    '{"status":500,"body":{"text":"b"}}': false,
    '{"status":500,"query":{"page":2}}': false,
    '{"operation":"signIn"}': false,
  }),
)(
  'a body above 16 KiB and a URL above 500 characters are no proof that none has %s: %s',
  async ([json, isCut], { mock }) => {
    const check = await beginCheck(mock, 'long');
    await mock.submit({ briefId: 'daily-harvest.long', text: long });
    await mock.getBrief(`daily-harvest.long?long=${'a'.repeat(500)}&page=2`);
    await mock.getBrief('daily-harvest.long?page=1');
    const { isFinal, details = [] } = await check('exactly=0', JSON.parse(json));
    expect(isFinal).toBe(isCut || undefined);
    for (const line of details) expect(line).toMatch(/^Request \d+ may match: .* too long for/);
  },
);

test('what the journal has cut does not matter where enough other requests match', async ({
  mock,
}) => {
  const check = await beginCheck(mock, 'long');
  await mock.submit({ briefId: 'daily-harvest.long', text: long });
  await mock.submit({ briefId: 'daily-harvest.long', text: 'Hello' });
  expect(await check('atLeast=1', { body: { text: 'Hello' } })).toHaveProperty('entries');
  expect(await check('exactly=1', { body: { text: 'Hello' } })).toMatchObject({ status: 422 });
});

plainTest(
  'the checks also see what an observer forwards, whose requests have no name',
  async () => {
    const backend = await startTestMock();
    const observer = await startTestObserver(backend.url, { recordBodies: true });
    const section = await observer.begin('none');
    const check = async (pattern: object, exactly: number) => {
      const query = `${section}&settle=0&timeout=500&exactly=${exactly}`;
      const { status, body } = await observer.check(query, pattern);
      return `${status} ${body.detail}`;
    };
    await observer.submit({ briefId: 'daily-harvest.anna', text: 'Hello' });
    expect(await check({ body: { text: 'Hello' }, status: '2xx' }, 1)).toMatch(/^200/);
    expect(await check({ unexpected: true }, 0)).toMatch(/^200/);
    expect(await check({ body: { text: 'Hello' } }, 0)).toMatch(/^422/);
    expect(await check({ body: { briefId: 'daily-harvest' } }, 0)).toMatch(
      /400.*got "daily-harvest"/,
    );
    await observer.begin('none');
    expect(await check({ operation: 'signIn' }, 0)).toMatch(/^410/);
  },
);

plainTest('an observer rejects what it does not record, and a reset of a tester', async () => {
  const backend = await startTestMock();
  const observer = await startTestObserver(backend.url);
  const section = await observer.begin('none');
  await observer.submit({ text: 'Hello' });
  const patterns = [
    { body: { text: 'Hello' } },
    { key: 'a' },
    { header: { Accept: 'a' } },
    { query: { a: 'b' } },
    { text: 'a' },
  ];
  for (const pattern of patterns)
    for (const noRequests of [false, true]) {
      const query = `${section}&settle=0&exactly=0&noRequests=${noRequests}`;
      await observer.check(query, pattern).expect(400);
    }
  await observer.check(`${section}&settle=0&exactly=0`, { operation: 'signIn' }).expect(200);
  const { body } = await observer.http.post('/mock/reset?name=anna').expect(400);
  expect(body.detail).toBe('The observer has no testers: reset all, and check with name=none.');
});
