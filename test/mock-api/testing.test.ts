import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  type ExpectedFields,
  forTester,
  type RequestFilter,
  type Tester,
} from '../../mock-api/testing/forTester.ts';
import { testerFixtures as playwrightFixtures } from '../../mock-api/testing/playwrightFixtures.ts';
import { watchNameless } from '../../mock-api/testing/watchNameless.ts';
import {
  getBrief,
  shareTestMock,
  startTestMock,
  submission,
  submit,
} from '../support/mock/startTestMock.ts';

const mock = shareTestMock();
const tester = (name: string) => forTester(name, { url: mock().url, settleMs: 0 });

function send(name: string, fields: Record<string, unknown> = {}) {
  return submit(mock(), { briefId: `daily-harvest.${name}`, ...fields });
}

test('ids and URLs have the name, and by default one of their own', () => {
  const anna = tester('anna');
  expect(anna.id('flaky-brief')).toBe('flaky-brief.anna');
  expect(anna.pageUrl('{a}', 'dismissed')).toBe(
    `${mock().url}/app/subscriber-feedback/3141592/%7Ba%7D.anna/contact?captcha=dismissed`,
  );
  expect(anna.consoleUrl).toBe(`${mock().url}/mock/?name=anna`);
  expect(forTester().name).toMatch(/^t[\da-f]{8}$/);
  expect(forTester().name).not.toBe(forTester().name);
});

test('a message that is delivered exactly once is found, even if it arrives later', async () => {
  const ben = tester('ben');
  await send('other', { text: 'Hello' });
  const expected = ben.expectDelivered({ text: 'Hello', subscriberId: '3141592' });
  await send('ben', { text: 'Hello' });
  expect(await expected).toMatchObject({ key: 'daily-harvest.ben', status: 200 });

  await send('ben', { text: 'Hello' });
  await expect(ben.expectDelivered({ text: 'Hello' })).rejects.toThrow(
    /^Expected exactly 1 request with .*, got 2\.\n {2}Request \d+ matches\.\n.*\nSee .*name=ben$/,
  );
});

test('an attempt may fail, a delivered message may not', async () => {
  const dora = forTester('dora', { url: mock().url, settleMs: 0, timeoutMs: 10 });
  await send('dora', { briefId: dora.id('broken-submission') });
  expect(await dora.expectAttempt()).toMatchObject({ status: 500 });
  await expect(dora.expectDelivered()).rejects.toThrow('status: expected "2xx", got 500');
});

test('an upper limit must still hold after settleMs', async () => {
  const late = forTester('late', { url: mock().url, settleMs: 9000 });
  await send('late');
  const expected = late.expectDelivered();
  expected.catch(() => {});
  await setTimeout(100);
  await send('late');
  await expect(expected).rejects.toThrow('Expected exactly 1 request with');
});

test('an error says in what the nearest requests differ, also on timeout', async () => {
  await send('cora', { text: 'Hallo' });
  const cora = forTester('cora', { url: mock().url, timeoutMs: 10 });
  const filter = { operation: 'submitFeedback', body: { text: 'Hello' } } as const;
  const difference = /\n {2}Request \d+: body\.text: expected "Hello", got "Hallo"\.\nSee /;
  await expect(cora.expectRequests(filter, { atLeast: 1 })).rejects.toThrow(difference);
  await expect(cora.expectDelivered({ text: 'Hello' })).rejects.toThrow(difference);
  await expect(cora.waitFor({ status: '5xx' }, { count: 2 })).rejects.toThrow(
    '0 of 2 requests matched {"status":"5xx","name":"cora"} within 10 ms.',
  );
});

test('an error says that no mock is running', async () => {
  const { journal } = forTester('anna', { url: 'http://127.0.0.1:9' });
  await expect(journal()).rejects.toThrow(
    'http://127.0.0.1:9: expected a running mock; start it with npm start, or set MOCK_URL (',
  );
});

test('a message is found by a part of it, by a regular expression and by the type of a value', async () => {
  await send('ines', { text: 'Hello, is anybody there?', subscriberId: 7 });
  const text = { contains: 'anybody', matches: /^hello/i };
  await tester('ines').expectDelivered({ text, subscriberId: 7 });
  const messages = (body: ExpectedFields) => tester('ines').journal({ body });
  expect(await messages({ subscriberId: '7' })).toEqual([]);
  const header = { 'Content-Type': { contains: 'json' } };
  await tester('ines').expectRequests({ header, body: { text: 'Hello' } }, { exactly: 0 });
});

const codes: Record<string, number> = {};
const none = { exactly: 0 };

/** What a test may write by mistake, as unchecked code, and the start of the error. */
const mistakes: Record<string, [(tester: Tester) => unknown, string]> = {
  'an undefined status': [
    (t) => t.expectRequests({ status: codes.typo } as never, none),
    'status: expected a value, or a list of them, got undefined',
  ],
  'an empty regular expression': [
    (t) => t.expectAttempt({ text: { matches: /(?:)/ } }),
    'body.text.matches: expected a regular expression',
  ],
  'an allowance of everything': [(t) => t.allowUnexpected({}), 'The filter: expected a condition'],
  'a misspelt outcome': [
    (t) => t.expectRequests({ outcome: 'complete' } as never, none),
    'Filter "outcome": did you mean completed',
  ],
  'a flag that is none': [
    (t) => t.expectRequests({ violations: 'no' } as never, none),
    'Filter "violations": expected true or false',
  ],
  'a class of statuses that is none': [
    (t) => t.expectRequests({ status: '40x' } as never, none),
    'Filter "status": expected a status',
  ],
  'a string object': [
    (t) => t.expectAttempt({ text: new String('a') } as never),
    'body.text: expected an object, got String',
  ],
  'an infinite time': [
    (t) => t.waitFor({}, { timeoutMs: Infinity }),
    'timeoutMs: expected a whole number from 0, got Infinity',
  ],
  'a field of a field': [
    (t) => t.expectRequests({ body: { 'text.x': 'a' } } as never, none),
    'Filter "body.text.x": ',
  ],
  'a message to a brief without the name': [
    (t) => t.expectDelivered({ briefId: 'daily-harvest' }),
    'Filter "body.briefId": requests of zoe have',
  ],
  'a scenario without a place': [
    (t) => t.addScenarios({ x: { status: 503 } }),
    '"x" must have either "for" or "operation".',
  ],
  'a scenario of a misspelt ending': [
    (t) => t.addScenarios({ x: { for: ['breif'], status: 503 } } as never),
    'for.0',
  ],
  'a scenario of a misspelt operation': [
    (t) => t.addScenarios({ x: { operation: 'getBreif', status: 503 } } as never),
    'the contract has no operation "getBreif"',
  ],
  'a misspelt property of a scenario': [
    (t) => t.addScenarios({ x: { for: ['brief'], stauts: 503 } } as never),
    'has the unknown property "stauts"',
  ],
  'an undefined scenario': [
    (t) => t.waitFor({ scenario: undefined } as never),
    'scenario: expected a value',
  ],
  'an undefined field': [
    (t) => t.expectAttempt({ text: undefined } as never),
    'body.text: expected an object, got undefined',
  ],
  'a null field': [
    (t) => t.expectAttempt({ text: null } as never),
    'body.text: expected an object, got null',
  ],
  'an empty part': [
    (t) => t.expectAttempt({ text: { contains: '' } }),
    'body.text.contains: expected a text, got ""',
  ],
  'no matcher': [
    (t) => t.expectAttempt({ text: {} }),
    'body.text: expected a value, contains or matches',
  ],
  'a misspelt matcher': [
    (t) => t.expectAttempt({ text: { contain: 'x' } } as never),
    'body.text: expected contains or matches, got contain',
  ],
  'a pattern as a value': [
    (t) => t.expectAttempt({ text: /never/ } as never),
    'body.text: expected an object, got RegExp',
  ],
  'a text as a pattern': [
    (t) => t.expectAttempt({ text: { matches: 'a' } } as never),
    'body.text.matches: expected a regular expression, got "a"',
  ],
  'a date': [
    (t) => t.expectAttempt({ text: new Date() } as never),
    'body.text: expected an object, got Date',
  ],
  'a map': [
    (t) => t.expectRequests(new Map([['status', 404]]) as never, none),
    'The filter: expected an object, got Map',
  ],
  'a list': [
    (t) => t.expectRequests([] as never, none),
    'The filter: expected an object, got Array',
  ],
  'an empty list of values': [
    (t) => t.expectRequests({ status: [] }, none),
    'status: expected a value, or a list of them, got Array',
  ],
  'a promise': [
    (t) => t.expectRequests(Promise.resolve({}) as never, none),
    'The filter: expected an object, got Promise',
  ],
  'a promise as a value': [
    (t) => t.expectRequests({ key: Promise.resolve('a') } as never, none),
    'key: expected a value',
  ],
  'a function': [
    (t) => t.expectRequests({ key: () => 'a' } as never, none),
    'key: expected a value',
  ],
  'not a number': [
    (t) => t.expectRequests({ status: Number.NaN }, none),
    'status: expected a value',
  ],
  'no fields': [(t) => t.expectRequests({ body: {} }, none), 'body: expected at least one field'],
  'an undefined filter': [
    (t) => t.journal(undefined as never),
    'The filter: expected an object, got undefined',
  ],
  'undefined fields': [
    (t) => t.expectDelivered(undefined as never),
    'body: expected an object, got undefined',
  ],
  'the name of another tester': [
    (t) => t.expectRequests({ name: 'ben' } as never, none),
    'The filter: "name" is no condition of a tester',
  ],
  'a misspelt condition': [
    (t) => t.expectRequests({ stauts: 404 } as never, none),
    'Unknown filter "stauts": did you mean status.',
  ],
  'a misspelt field': [
    (t) => t.expectRequests({ body: { subjectline: 'a' } } as never, none),
    'Filter "body.subjectline": no body has "subjectline"; did you mean subjectLine.',
  ],
  'a misspelt scenario': [
    (t) => t.expectRequests({ scenario: 'flaky-breif' }, none),
    'Filter "scenario": did you mean flaky-brief, got "flaky-breif".',
  ],
  'the scenario of another operation': [
    (t) => t.expectRequests({ operation: 'getBrief', scenario: 'flaky-submission' }, none),
    'Filter "scenario": flaky-submission applies to no request of getBrief.',
  ],
  'a misspelt operation': [
    (t) => t.expectRequests({ operation: 'getBreif' } as never, none),
    'Filter "operation": did you mean getBrief',
  ],
  'a misspelt brief': [
    (t) => t.expectRequests({ key: 'daily-harvets' }, none),
    'Filter "key": did you mean daily-harvest, got "daily-harvets".',
  ],
  'the brief of another tester': [
    (t) => t.expectRequests({ key: 'daily-harvest.ben' }, none),
    'Filter "key": ',
  ],
  'a brief id without the name': [
    (t) => t.expectRequests({ body: { briefId: 'daily-harvest' } }, none),
    'Filter "body.briefId": requests of zoe have "daily-harvest.zoe", got "daily-harvest".',
  ],
  'a misspelt method': [
    (t) => t.expectRequests({ method: 'GTE' }, none),
    'Filter "method": expected one of ACL',
  ],
  'the method of another operation': [
    (t) => t.expectRequests({ operation: 'getBrief', method: 'POST' }, none),
    'Filter "method": no request of getBrief has POST.',
  ],
  'a path without a slash': [
    (t) => t.expectRequests({ path: 'rest' }, none),
    'Filter "path": expected a path without a query',
  ],
  'a path with a query': [
    (t) => t.expectRequests({ path: '/rest?a=1' }, none),
    'Filter "path": expected a path without a query',
  ],
  'no name of a header': [
    (t) => t.expectRequests({ header: { 'Content Type': 'a' } }, none),
    'Filter "header.Content Type": expected the name of a header.',
  ],
  'an undeclared status': [
    (t) => t.expectRequests({ operation: 'getBrief', status: 418 }, none),
    'Filter "status": 418 is declared by no response of getBrief.',
  ],
  'no status': [
    (t) => t.expectRequests({ status: 4 }, none),
    'Filter "status": expected a status, a class such as 4xx, or none',
  ],
  'an id that does not exist yet': [
    (t) => t.expectRequests({ after: 999_999 }, none),
    'Filter "after": the journal has no entry 999999 yet.',
  ],
  'no number of requests': [
    (t) => t.expectRequests({}, {} as never),
    'The number of requests: expected exactly',
  ],
  'an undefined number': [
    (t) => t.expectRequests({}, { exactly: codes.typo } as never),
    'exactly: expected a whole number from 0, got undefined',
  ],
  'a number that is none': [
    (t) => t.expectRequests({}, { exactly: '0' } as never),
    'exactly: expected a whole number from 0, got "0"',
  ],
  'a fraction': [
    (t) => t.expectRequests({}, { atMost: 0.5 }),
    'atMost: expected a whole number from 0, got 0.5',
  ],
  'a number that is always met': [
    (t) => t.expectRequests({}, { atLeast: 0 }),
    'The number of requests: expected exactly',
  ],
  'a number that is never met': [
    (t) => t.expectRequests({}, { atLeast: 2, atMost: 1 }),
    'The number of requests: expected exactly',
  ],
  'two numbers': [
    (t) => t.expectRequests({}, { exactly: 0, atMost: 9 }),
    'The number of requests: expected exactly',
  ],
  'a misspelt number': [
    (t) => t.expectRequests({}, { exactyl: 1 } as never),
    'The number of requests: did you mean exactly, got exactyl.',
  ],
  'a wait for nothing': [
    (t) => t.waitFor({}, { count: 0 }),
    'count: expected a whole number from 1, got 0',
  ],
  'a misspelt option': [
    (t) => t.waitFor({}, { timeout: 5 } as never),
    'The options: did you mean timeoutMs, got timeout.',
  ],
  'an undefined option': [
    (t) => t.waitFor({}, { timeoutMs: undefined } as never),
    'timeoutMs: expected a value, got undefined',
  ],
  'undefined scenarios': [
    (t) => t.addScenarios(undefined as never),
    'The scenarios: expected an object, got undefined',
  ],
  'no scenarios': [(t) => t.addScenarios({}), 'The scenarios: expected at least one'],
  'a list of scenarios': [
    (t) => t.addScenarios([] as never),
    'The scenarios: expected an object, got Array',
  ],
  'an undefined status of a scenario': [
    (t) => t.addScenarios({ x: { operation: 'getBrief', status: undefined } } as never),
    'scenarios.x.status: expected an object, got undefined',
  ],
  'an undefined id': [
    (t) => t.id(undefined as never),
    'id: expected a brief id, a user name or the id of a scenario, got undefined',
  ],
  'an empty id': [(t) => t.pageUrl(''), 'id: expected a brief id'],
  'a misspelt captcha': [
    (t) => t.pageUrl('daily-harvest', 'dismised' as never),
    'captcha: did you mean dismissed, got dismised.',
  ],
  'an undefined captcha': [
    (t) => t.pageUrl('daily-harvest', undefined as never),
    'captcha: expected one of token',
  ],
  'an undefined name': [
    () => forTester(undefined as never),
    'The name of a tester: expected up to 40 letters',
  ],
  'a null name': [
    () => forTester(null as never),
    'The name of a tester: expected up to 40 letters',
  ],
  'a name with a dot': [() => forTester('a.b'), 'The name of a tester: expected up to 40 letters'],
  'a misspelt option of a tester': [
    () => forTester('anna', { ulr: 'x' } as never),
    'The options: expected one of url, timeoutMs, settleMs, got ulr.',
  ],
  'a negative time': [
    (t) => forTester('zoe', { url: t.url, settleMs: -1 }).expectRequests({}, none),
    'settleMs: expected a whole number from 0, got -1',
  ],
};

test.for(Object.entries(mistakes))('%s is an error', async ([, [act, message]]) => {
  const result = new Promise((resolve) => resolve(act(tester('zoe'))));
  await expect(result).rejects.toThrow(message);
});

test('the compiler rejects an undefined condition, and a misspelt one', () => {
  // @ts-expect-error The name is misspelt.
  const misspelt = { subjectline: 'Hello' } satisfies ExpectedFields;
  // @ts-expect-error A status cannot be undefined.
  const missing = { status: undefined } satisfies RequestFilter;
  expect([misspelt, missing]).toHaveLength(2);
});

test('a message that violates the contract is not accepted', async () => {
  await send('emil', { subjectLine: '' });
  await expect(tester('emil').expectAttempt()).rejects.toThrow(
    /violates the contract\.\n {2}.*subjectLine/,
  );
});

test('a reset affects only the tester', async () => {
  await getBrief(mock(), 'flaky-brief.fred');
  await getBrief(mock(), 'flaky-brief.gina');
  await tester('fred').reset();
  expect(await tester('fred').journal()).toEqual([]);
  await tester('gina').expectRequests({ key: 'flaky-brief' }, { exactly: 1 });
});

test('requests that the journal has dropped are an error, unless enough others are left', async () => {
  const { url } = await startTestMock({ journalLimit: 2 });
  const lost = forTester('lost', { url, settleMs: 0 });
  for (let i = 0; i < 3; i += 1) await getBrief({ url }, lost.id('daily-harvest'));
  const message =
    'The journal has dropped 1 requests of lost, because it keeps 2 (MOCK_JOURNAL_LIMIT).';
  await expect(lost.expectRequests({ status: '5xx' }, none)).rejects.toThrow(message);
  await expect(lost.expectRequests({}, { exactly: 2 })).rejects.toThrow(message);
  await expect(lost.journal()).rejects.toThrow(message);
  await expect(lost.finish()).rejects.toThrow(message);
  await lost.expectRequests({}, { atLeast: 2 });
  await lost.expectRequests({ after: 2 }, { exactly: 1 });
  await lost.reset();
  await lost.expectRequests({}, none);
});

test('the requests of a finished test are dropped first', async () => {
  const { url } = await startTestMock({ journalLimit: 3 });
  const [first, second] = ['first', 'second'].map((name) => forTester(name, { url, settleMs: 0 }));
  for (const each of [second, second, first])
    await getBrief({ url }, each?.id('daily-harvest') ?? '');
  await first?.finish({ hasPassed: false });
  await getBrief({ url }, second?.id('daily-harvest') ?? '');
  await second?.expectRequests({}, { exactly: 3 });
});

test('a test ends with an error for a call without await, and names it', async () => {
  const hugo = tester('hugo');
  hugo.expectRequests({ operation: 'getBrief' }, none);
  await expect(hugo.finish()).rejects.toThrow(
    '  expectRequests({"operation":"getBrief"}, {"exactly":0})',
  );
  const pending = hugo.waitFor({ operation: 'getBrief' });
  pending.catch(() => {});
  await expect(hugo.finish()).rejects.toThrow('  waitFor({"operation":"getBrief"})');
  await hugo.expectRequests({ operation: 'getBrief' }, none);
  await hugo.finish();
});

test.each([
  ['an unknown brief', () => getBrief(mock(), 'daily-harvets.ida'), 'daily-harvets'],
  ['a message to an unknown brief', () => send('ida', { briefId: 'nobody.ida' }), 'nobody'],
  ['a violation', () => send('ida', { text: '' }), 'text'],
  [
    'a captcha response that was used',
    async () => {
      const recaptchaResponse = `stand-in-${'0'.repeat(48)}`;
      for (let i = 0; i < 2; i += 1) await send('ida', { recaptchaResponse });
    },
    'used before',
  ],
])('a test ends with an error for %s, unless it allows that', async (_, act, reason) => {
  const ida = tester('ida');
  await ida.reset();
  await act();
  const message = new RegExp(`nobody expected.*\\n {2}Request \\d+, .*${reason}`);
  await expect(ida.finish()).rejects.toThrow(message);
  ida.allowUnexpected({ status: '4xx' });
  await ida.finish();
  expect(await ida.journal()).toEqual([]);
  await expect(ida.finish()).rejects.toThrow(
    'No request is unexpected and matches {"status":"4xx"}.',
  );
});

test('what a scenario asked for is expected', async () => {
  const jon = tester('jon');
  await jon.addScenarios({ 'gone-brief': { operation: 'getBrief', status: 410 } });
  for (const id of ['gone-brief', 'missing-brief']) await getBrief(mock(), jon.id(id));
  await jon.finish();
});

test('requests without the name of a tester fail the run, but not staff requests without a session', async () => {
  const { url } = await startTestMock();
  await getBrief({ url }, 'daily-harvest');
  const rejectNameless = await watchNameless(url);
  await fetch(`${url}/rest/alchemyuser/currentUser`);
  await getBrief({ url }, 'daily-harvest.anna');
  await rejectNameless();
  await submit({ url }, submission());
  await expect(rejectNameless()).rejects.toThrow(
    /^Requests without the name of a tester, .*:\n {2}Request 4, POST .*form-submit: daily-harvest\n/,
  );
});

test('a restart of the mock during a test is an error', async () => {
  const first = await startTestMock();
  const kim = forTester('kim', { url: first.url, settleMs: 0 });
  await kim.journal();
  await first.close();
  await startTestMock({ port: first.port });
  await expect(kim.finish()).rejects.toThrow('The mock was started again during the test.');
});

test('the Playwright fixture uses baseURL, and attaches the requests of a failed test', async () => {
  const attachments: [string, string][] = [];
  const testInfo = {
    status: 'failed',
    expectedStatus: 'passed',
    attach: async (name: string, { body }: { body: string }) => {
      attachments.push([name, body]);
    },
  };
  const run = (act: (tester: Tester) => Promise<void>) =>
    playwrightFixtures.tester({ baseURL: mock().url }, act, testInfo);
  await run(async ({ url, id }) => void (await getBrief({ url }, id('daily-harvest'))));
  expect(attachments).toMatchObject([['mock-journal.json', expect.stringContaining('getBrief')]]);
  testInfo.status = 'passed';
  const unexpected = run(async ({ url, id }) => void (await getBrief({ url }, id('nobody'))));
  await expect(unexpected).rejects.toThrow('nobody expected');
});
