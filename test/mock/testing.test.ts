import { setTimeout } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type ExpectedFields,
  forTester,
  type RequestPattern,
  type Tester,
} from '../../mock-api/testing/forTester.ts';
import { testerFixtures as playwrightFixtures } from '../../mock-api/testing/playwrightFixtures.ts';
import { testerFixtures as vitestFixtures } from '../../mock-api/testing/vitestFixtures.ts';
import { startBackend } from '../host/fixtures/startBackend.ts';
import {
  getBrief,
  shareTestMock,
  signIn,
  startTestMock,
  submit,
} from './fixtures/startTestMock.ts';

const mock = shareTestMock();
const tester = (name: string) => forTester(name, { url: mock().url, settleMs: 0 });

function send(name: string, fields: Record<string, unknown> = {}) {
  return submit(mock(), { briefId: `daily-harvest.${name}`, ...fields });
}

test('ids and URLs have the name', async () => {
  const anna = await forTester('anna', { url: `${mock().url}/app/subscriber-feedback/?a=b` });
  expect(anna.id('flaky-brief')).toBe('flaky-brief.anna');
  expect(anna.consoleUrl).toBe(`${mock().url}/mock/?view=requests&name=anna`);
  expect(anna.pageUrl('{a}', 'dismissed')).toBe(
    `${mock().url}/app/subscriber-feedback/3141592/%7Ba%7D.anna/contact?captcha=dismissed`,
  );
});

test('a message that is delivered exactly once is found, even if it arrives later', async () => {
  const ben = await tester('ben');
  await send('other', { text: 'Hello' });
  const expected = ben.expectDelivered({ text: 'Hello', subscriberId: '3141592' });
  await send('ben', { text: 'Hello' });
  expect(await expected).toMatchObject({ key: 'daily-harvest.ben', status: 200 });

  await send('ben', { text: 'Hello' });
  await expect(ben.expectDelivered({ text: 'Hello' })).rejects.toThrow(
    /^Expected exactly 1 with .*, got 2\.\n {2}Request \d+ matches: POST .*\n.*\nSee .*name=ben$/,
  );
});

test('an attempt may fail, a delivered message may not', async () => {
  const dora = await forTester('dora', { url: mock().url, settleMs: 0, timeoutMs: 10 });
  await send('dora', { briefId: dora.id('broken-submission') });
  expect(await dora.expectAttempt({})).toMatchObject({ status: 500 });
  await expect(dora.expectDelivered({})).rejects.toThrow('status: expected "2xx", got 500');
});

test('a wait is continued from the same position as often as its time needs', async () => {
  const waits: (string | null)[] = [];
  const { url } = await startBackend((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', url);
    if (pathname === '/mock/reset') return void res.end('{"since":"aaaaaaaa:1","entries":0}');

    waits.push(searchParams.get('timeout'));
    const isMet = waits.length === 3;
    const problem = { detail: 'Expected', details: [], isFinal: false };
    res.statusCode = isMet ? 200 : 422;
    res.end(JSON.stringify(isMet ? { since: searchParams.get('since'), entries: [] } : problem));
  });
  const patient = await forTester('patient', { url, timeoutMs: 12_000 });
  await patient.expectRequests({}, { atLeast: 1 });
  expect(waits).toEqual(['5000', '5000', '2000']);
});

test('an upper limit must still hold after settleMs', async () => {
  const late = await forTester('late', { url: mock().url, settleMs: 9000 });
  await send('late');
  const expected = late.expectDelivered({});
  expected.catch(() => {});
  await setTimeout(100);
  await send('late');
  await expect(expected).rejects.toThrow('Expected exactly 1 with');
});

test('an error says in what the nearest requests differ, but not those of other testers', async () => {
  const { url } = await startTestMock();
  const cora = await forTester('cora', { url, settleMs: 0, timeoutMs: 10 });
  await submit({ url }, { briefId: 'daily-harvest.ben', text: 'Hello' });
  await submit({ url }, { text: 'Hello' });
  await submit({ url }, { briefId: cora.id('daily-harvest'), text: 'Hallo' });
  const filter = { operation: 'submitFeedback', body: { text: 'Hello' } } as const;
  const differences =
    / {2}Request 4: POST \S+, 200, 0\.\d s ago; body\.text: expected "Hello", got "Hallo"\.\n {2}Request 3: POST \S+, 200, \d\.\d s ago; name: expected "cora", got none\.\nSee /;
  await expect(cora.expectRequests(filter, { atLeast: 1 })).rejects.toThrow(differences);
  await expect(cora.expectDelivered({ text: 'Hello' })).rejects.toThrow(differences);
  // The id and the name of the parameter may be those of a later request.
  const later = { key: 'nobody', query: { q: 'a' } };
  await expect(cora.expectRequests(later, { atLeast: 2 })).rejects.toThrow(
    'Expected at least 2 with {"key":"nobody","query":{"q":"a"}}, got 0.',
  );
});

test('a message is found by a part of it, by one of a list and by the type of a value', async () => {
  const ines = await tester('ines');
  await send('ines', { text: 'Hello, is anybody there?', subscriberId: 7 });
  const text = ['Good morning', { contains: 'anybody' }];
  await ines.expectDelivered({ text, subscriberId: 7 });
  const messages = (body: ExpectedFields) => ines.journal({ body });
  expect(await messages({ subscriberId: '7' })).toEqual([]);
  const header = { 'Content-Type': { contains: 'json' } };
  await ines.expectRequests({ header, body: { text: 'Hello' } }, { exactly: 0 });
});

const none = { exactly: 0 };
const filtered = (filter: object) => (t: Tester) => t.expectRequests(filter, none);
const attempted = (text: unknown) => (t: Tester) => t.expectAttempt({ text } as never);
const counted = (number: object) => (t: Tester) => t.expectRequests({}, number as never);
const added = (row: object) => (t: Tester) => t.addScenarios({ x: row as never });
const noFields = 'expected at least one field';

/** What a test may write by mistake, as unchecked code, and the start of the error. */
const mistakes: [what: string, (tester: Tester) => unknown, message: string][] = [
  // What JSON cannot carry.
  ['no pattern', filtered(undefined as never), 'The pattern: expected an object, got undefined.'],
  ['null', filtered(null as never), 'The pattern: expected an object, got null.'],
  ['a number', filtered(404 as never), 'The pattern: expected an object, got 404.'],
  [
    'an undefined status',
    filtered({ status: undefined }),
    'The pattern, status: expected a value of JSON, got undefined.',
  ],
  [
    'a promise',
    filtered(Promise.resolve({})),
    'The pattern: expected an object, got a promise; await it first.',
  ],
  [
    'a promise in a list',
    attempted(['a', Promise.resolve('b')]),
    'The fields, text, 1: expected a value of JSON, got a promise; await it first.',
  ],
  [
    'a regular expression',
    attempted(/a/),
    "The fields, text: expected a value of JSON, got /a/; write { contains: 'a part' }.",
  ],
  [
    'an undefined option',
    (t) => t.expectRequests({}, { atLeast: undefined } as never),
    'The number of requests, atLeast: expected a value of JSON, got undefined.',
  ],
  [
    'an undefined status of a scenario',
    added({ for: ['brief'], status: undefined }),
    'The scenarios, x, status: expected a value of JSON, got undefined.',
  ],
  // What would be left out.
  ['no fields', filtered({ body: {} }), noFields],
  ['no value', attempted({}), 'body.text: expected a value, '],
  ['an empty list', filtered({ operation: [] }), 'operation: expected the id of an operation, got'],
  ['an allowance of everything', (t) => t.allowUnexpected({}), 'expected a key or an operation'],
  [
    'an allowance by status',
    (t) => t.allowUnexpected({ status: 404 } as never),
    'The allowed requests: expected key, operation, got status.',
  ],
  ['no scenarios', (t) => t.addScenarios({}), 'expected at least one scenario'],
  ['an object as a value', filtered({ text: { contains: 'a' } }), 'text: expected words; '],
  ['a misspelt part', attempted({ contain: 'x' }), 'got {"contain":"x"}.'],
  ['an old regular expression', attempted({ matches: '/a/' }), 'instead of "matches", write'],
  ['the name of another tester', filtered({ name: 'ben' }), 'Unknown member "name"'],
  [
    'a number in a pattern',
    (t) => t.expectRequests({ count: 2 } as never, { atLeast: 1 }),
    'Unknown member "count"',
  ],
  // What the mock rejects.
  [
    'a name among the numbers',
    counted({ exactly: 0, name: 'a' }),
    'The number of requests: expected exactly',
  ],
  ['a misspelt number', counted({ exactyl: 1 }), 'The number of requests: expected exactly'],
  ['a misspelt option', (t) => t.expectRequests({}, { timeuot: 5 } as never), 'got timeuot'],
  [
    'a number as the options',
    (t) => t.expectRequests({}, 3 as never),
    'The number of requests: expected an object, got 3.',
  ],
  [
    'a text that is a condition',
    filtered({ text: 'Hello status:404' }),
    'text: expected words; a condition such as status:404 is a member of its own, got',
  ],
  [
    'a number of messages',
    (t) => Reflect.apply(t.expectDelivered, t, [{ text: 'a' }, { exactly: 0 }]),
    'expectDelivered: expected the fields alone; expectRequests takes a number.',
  ],
  [
    'a number of attempts',
    (t) => Reflect.apply(t.expectAttempt, t, [{ text: 'a' }, { exactly: 0 }]),
    'expectAttempt: expected the fields alone; expectRequests takes a number.',
  ],
  // What the helper is made of.
  ['an undefined id', (t) => t.id(undefined as never), 'id: expected that of'],
  ['a misspelt captcha', (t) => t.pageUrl('a', 'dismised' as never), 'captcha: expected one of'],
  ['an undefined captcha', (t) => t.pageUrl('a', undefined as never), 'captcha: expected one of'],
  ['a misspelt option of a tester', () => forTester('a', { ulr: 'x' } as never), 'The options: '],
  [
    'a method that is not called',
    async (t) => void (await t.expectDelivered),
    'expectDelivered is awaited, but not called.',
  ],
  [
    'a URL without a scheme',
    () => forTester('a', { url: 'localhost:3000' }),
    'url: expected one such as http://localhost:3000, got "localhost:3000".',
  ],
  [
    'the URL of no mock',
    () => forTester('a', { url: 'http://127.0.0.1:9' }),
    'http://127.0.0.1:9: expected a running mock; start it with npm start, or set MOCK_URL (',
  ],
];

test.for(mistakes)('%s is an error', async ([, act, message]) => {
  await expect(tester('zoe').then(act)).rejects.toThrow(message);
});

test('a pattern may come from another realm, as in runners with a context of their own', async () => {
  const ida = await tester('realm');
  await getBrief(mock(), ida.id('daily-harvest'));
  const filter = runInNewContext('({ operation: ["getBrief"], status: 200 })');
  await ida.expectRequests(filter, runInNewContext('({ exactly: 1 })'));
});

test('the compiler rejects undefined, misspelt and contradictory conditions', () => {
  // @ts-expect-error The name is misspelt.
  const misspelt = { subjectline: 'Hello' } satisfies ExpectedFields;
  // @ts-expect-error A status cannot be undefined.
  const missing = { status: undefined } satisfies RequestPattern;
  // @ts-expect-error A request with a status was not reset.
  const contradictory = { status: 200, outcome: 'reset' } satisfies RequestPattern;
  expect([misspelt, missing, contradictory]).toHaveLength(3);
});

test('a message that violates the contract is not accepted', async () => {
  const emil = await tester('emil');
  await send('emil', { subjectLine: '' });
  await expect(emil.expectAttempt({})).rejects.toThrow(
    /violates the contract\.\n {2}.*subjectLine/,
  );
});

test('requests that the journal has dropped are an error', async () => {
  const { url } = await startTestMock({ journalLimit: 2 });
  const lost = await forTester('lost', { url, settleMs: 0 });
  for (let i = 0; i < 3; i += 1) await getBrief({ url }, lost.id('daily-harvest'));
  const message = /dropped request 2 because of its limit of 2 \(MOCK_JOURNAL_LIMIT\), at 20/;
  await expect(lost.expectRequests({ status: '5xx' }, none)).rejects.toThrow(message);
  await expect(lost.expectRequests({}, { atLeast: 2 })).rejects.toThrow(message);
  await expect(lost.journal({})).rejects.toThrow(message);
  await expect(lost.finish()).rejects.toThrow(message);
});

test('a test ends with an error for a call that is still running, and names it', async () => {
  const hugo = await tester('hugo');
  await getBrief(mock(), hugo.id('daily-harvest'));
  const running = hugo.expectRequests({ operation: 'signIn' }, { atLeast: 1 });
  running.catch(() => {});
  await expect(hugo.finish()).rejects.toThrow('  expect {"operation":"signIn"} {"atLeast":1}\n');
  // Nothing of a test goes on after it: a timer of the next one may be fake.
  await expect(running).rejects.toThrow('after the end of the test "hugo"');
});

test.each([
  ['an unknown brief', () => getBrief(mock(), 'daily-harvets.ida'), 'daily-harvets'],
  ['a message to an unknown brief', () => send('ida', { briefId: 'nobody.ida' }), 'nobody'],
  ['a violation', () => send('ida', { text: '' }), 'text'],
  ['an unknown user', () => signIn(mock(), 'nobody.ida'), 'user'],
  [
    'a captcha response that was used',
    async () => {
      const recaptchaResponse = `stand-in-${'0'.repeat(48)}`;
      for (let i = 0; i < 2; i += 1) await send('ida', { recaptchaResponse });
    },
    'used before',
  ],
])('a test ends with an error for %s, unless it allows that', async (_, act, reason) => {
  const ida = await tester('ida');
  await act();
  const message = new RegExp(`\\n {2}Request \\d+ .* nobody expected: .*${reason}`);
  await expect(ida.finish({} as never)).rejects.toThrow(message);
  const again = await tester('ida');
  await act();
  again.allowUnexpected({ operation: ['getBrief', 'submitFeedback', 'signIn'] });
  await again.finish();
  expect(mock().journal.list({ name: 'ida' })).toEqual([]);
});

test('an added scenario that no request has used is printed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const jon = await forTester('jon', { url: mock().url, settleMs: 0, test: 'a busy brief' });
  const when = { header: { 'X-Nobody': 'sends' } };
  await jon.addScenarios({
    'busy-brief': { operation: 'getBrief', status: 503 },
    'flakey-brief': { operation: 'getBrief', status: 500 },
    'other-brief': { operation: 'getBrief', when, status: 500 },
  });
  for (const id of ['busy-brief', 'other-brief']) await getBrief(mock(), jon.id(id));
  jon.allowUnexpected({ key: 'other-brief' });
  await jon.finish();
  const text = 'Test "a busy brief": no request has used flakey-brief, other-brief.';
  expect(warn.mock.calls).toEqual([[text]]);
});

test('without a name, each tester has a random one, and its calls work without the object', async () => {
  const testers = await Promise.all([0, 1].map(() => forTester(undefined, { url: mock().url })));
  const [first, second] = testers.map(({ name }) => name);
  expect(first).not.toBe(second);
  for (const { id, expectRequests, finish } of testers) {
    await getBrief(mock(), id('daily-harvest'));
    await expectRequests({ operation: 'getBrief' }, { exactly: 1 });
    await finish();
  }
});

test('a helper of an older version is told which one it needs', async () => {
  const response = await fetch(`${mock().url}/mock/testers?name=anna&by=me`, { method: 'POST' });
  expect(response.status).toBe(410);
  expect((await response.json()).detail).toContain(
    'install the package that npm run package writes',
  );
});

test.each([
  ['http_proxy', 'http://user:secret@proxy.example:3128', 'http_proxy is proxy.example:3128'],
  ['HTTP_PROXY', 'http://proxy.example', 'HTTP_PROXY is proxy.example'],
])('a mock that cannot be reached is reported with the proxy: %s', async (name, proxy, text) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const other of ['http_proxy', 'HTTP_PROXY', 'no_proxy']) vi.stubEnv(other, '');
  vi.stubEnv(name, proxy);
  vi.stubEnv('NO_PROXY', 'intranet.example');
  const { message } = await forTester('a', { url: 'http://127.0.0.1:9' }).then(
    () => expect.fail('the mock was reached'),
    (error: Error) => error,
  );
  expect(message).toContain(`${text}, and NO_PROXY is intranet.example; `);
  expect(message).not.toContain('secret');
});

test('what a scenario asked for is expected', async () => {
  const jon = await tester('jon');
  await jon.addScenarios({ 'gone-brief': { operation: 'getBrief', status: 410 } });
  for (const id of ['gone-brief', 'missing-brief']) await getBrief(mock(), jon.id(id));
  await jon.finish();
});

test('the Playwright fixture uses baseURL, and attaches what the journal has kept of a failed test', async () => {
  const { url } = await startTestMock({ journalLimit: 1 });
  const testInfo = { title: 'a', status: 'failed', expectedStatus: 'passed', attach: vi.fn() };
  const run = (...ids: string[]) =>
    playwrightFixtures.tester(
      { baseURL: url, testerOptions: { settleMs: 0 } },
      async ({ id }) => {
        for (const one of ids) await getBrief({ url }, id(one));
      },
      testInfo,
    );
  await run('daily-harvest', 'nobody');
  const body = expect.stringMatching(/"dropped": 1,.*"getBrief"/s);
  expect(testInfo.attach.mock.lastCall).toMatchObject(['mock-journal.json', { body }]);
  testInfo.status = 'passed';
  await expect(run('nobody')).rejects.toThrow('nobody expected');
  expect(testInfo.attach, 'also of a test that fails at its end').toHaveBeenCalledTimes(2);
});

test('a test that skips itself is neither failed by the fixtures nor has an attachment', async () => {
  const attach = vi.fn();
  const testerOptions = { url: mock().url, settleMs: 0 };
  await playwrightFixtures.tester({ baseURL: undefined, testerOptions }, async () => {}, {
    title: 'a',
    status: 'skipped',
    expectedStatus: 'skipped',
    attach,
  });
  expect(attach).not.toHaveBeenCalled();

  const task = { name: 'a', result: { state: 'skip' } };
  await vitestFixtures.tester({ task, testerOptions }, async () => {});
});
