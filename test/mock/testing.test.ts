import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test as plainTest, vi } from 'vitest';
import type { ExpectedFields, RequestPattern, Tester } from '../../mock-api/testing/forTester.ts';
import { forTester } from '../../mock-api/testing/forTester.ts';
import { startBackend } from '../startBackend.ts';
import { mockTest as test } from './fixtures/mockTest.ts';

const none = { exactly: 0 };

test('ids and URLs have the name of the tester', async ({ mock: { url } }) => {
  const anna = await forTester('anna', { url: `${url}/app/subscriber-feedback/?a=b` });
  expect([anna.id('flaky-brief'), anna.consoleUrl, anna.pageUrl('{a}', 'dismissed')]).toEqual([
    'flaky-brief.anna',
    `${url}/mock/?view=requests&name=anna`,
    `${url}/app/subscriber-feedback/3141592/%7Ba%7D.anna/contact?captcha=dismissed`,
  ]);
});

test('a message that is delivered exactly once is found, even if it arrives later', async ({
  mock,
}) => {
  const ben = await mock.tester('ben');
  const send = (name: string) => mock.submit({ briefId: `daily-harvest.${name}`, text: 'Hello' });
  await send('other');
  const expected = ben.expectDelivered({ text: { contains: 'Hell' }, subscriberId: '3141592' });
  await send('ben');
  expect(await expected).toMatchObject({ key: 'daily-harvest.ben', status: 200 });

  await send('ben');
  await expect(ben.expectDelivered({ text: 'Hello' })).rejects.toThrow(
    /^Expected exactly 1 with .*, got 2\.\n {2}Request \d+ matches: POST .*\n.*\nSee .*name=ben$/,
  );
});

test('an attempt may fail, a delivered message may not, and neither may violate the contract', async ({
  mock,
}) => {
  const dora = await mock.tester('dora', { timeoutMs: 10 });
  await mock.submit({ briefId: dora.id('broken-submission') });
  expect(await dora.expectAttempt({})).toMatchObject({ status: 500 });
  await expect(dora.expectDelivered({})).rejects.toThrow('status: expected "2xx", got 500');
  await mock.submit({ briefId: dora.id('daily-harvest'), subjectLine: '' });
  await expect(dora.expectAttempt({ subjectLine: '' })).rejects.toThrow(
    /violates the contract\.\n {2}.*subjectLine/,
  );
});

const find =
  (pattern: unknown, number: unknown = none) =>
  (tester: Tester) =>
    tester.expectRequests(pattern as never, number as never);
const attempt = (text: unknown) => (tester: Tester) => tester.expectAttempt({ text } as never);
const add = (row: object) => (tester: Tester) => tester.addScenarios({ x: row as never });

test.for(
  Object.entries<(tester: Tester) => unknown>({
    'The pattern: expected an object, got null.': find(null),
    'The pattern, status: expected a value of JSON, got undefined.': find({ status: undefined }),
    'The fields, text, 1: expected a value of JSON, got a promise; await it first.': attempt([
      'a',
      Promise.resolve('b'),
    ]),
    'The fields, text, 0: expected a value of JSON, got undefined.': attempt(new Array(1)),
    "The fields, text: expected a value of JSON, got /a/; write { contains: 'a part' }.":
      attempt(/a/),
    'The number of requests: expected exactly, atLeast, atMost, got exactyl.': find(
      {},
      { exactyl: 1 },
    ),
    'The scenarios, x, status: expected a value of JSON, got undefined.': add({
      status: undefined,
    }),
    'body: expected at least one field, such as {"text":"Hello"}, got {}.': find({ body: {} }),
    'expected at least one scenario': (tester) => tester.addScenarios({}),
    'The allowed requests: expected a key or an operation, got {}.': (tester) =>
      tester.allowUnexpected({}),
    'The allowed requests: expected key, operation, got status.': (tester) =>
      tester.allowUnexpected({ status: 404 } as never),
    'expectDelivered: expected the fields alone; expectRequests takes a number.': (tester) =>
      Reflect.apply(tester.expectDelivered, tester, [{ text: 'a' }, none]),
    'expectDelivered is awaited, but not called.': async (tester) =>
      void (await tester.expectDelivered),
    'id: expected that of': (tester) => tester.id(undefined as never),
    'captcha: expected one of token, challenge, dismissed, ': (tester) =>
      tester.pageUrl('a', undefined as never),
    'got "dismised".': (tester) => tester.pageUrl('a', 'dismised' as never),
    'The options: expected url, timeoutMs, settleMs, test, got ulr.': () =>
      forTester('a', { ulr: 'x' } as never),
    'The name of a tester: expected up to 40 letters': () => forTester('a.b'),
    'url: expected one such as http://localhost:3000, got "localhost:3000".': () =>
      forTester('a', { url: 'localhost:3000' }),
    'http://127.0.0.1:9: expected a running mock; start it with npm start, or set MOCK_URL (': () =>
      forTester('a', { url: 'http://127.0.0.1:9' }),
  }),
)('a mistake in a call is an error: %s', async ([message, act], { mock }) => {
  await expect(mock.tester('zoe').then(act)).rejects.toThrow(message);
});

test('a pattern may come from another realm, as in runners with a context of their own', async ({
  mock,
}) => {
  const ida = await mock.tester('realm');
  await mock.getBrief(ida.id('daily-harvest'));
  const pattern = runInNewContext('({ operation: ["getBrief"], status: 200 })');
  await ida.expectRequests(pattern, runInNewContext('({ exactly: 1 })'));
});

plainTest('the compiler rejects undefined, misspelt and contradictory conditions', () => {
  // @ts-expect-error The name is misspelt.
  const misspelt = { subjectline: 'Hello' } satisfies ExpectedFields;
  // @ts-expect-error A status cannot be undefined.
  const missing = { status: undefined } satisfies RequestPattern;
  // @ts-expect-error A request with a status was not reset.
  const contradictory = { status: 200, outcome: 'reset' } satisfies RequestPattern;
  expect([misspelt, missing, contradictory]).toHaveLength(3);
});

test('without a name, each tester has a random one, and its calls work without the object', async ({
  mock,
}) => {
  const names = new Set<string>();
  for (let i = 0; i < 2; i += 1) {
    const { name, id, expectRequests, finish } = await forTester(undefined, { url: mock.url });
    await mock.getBrief(id('daily-harvest'));
    await expectRequests({ operation: 'getBrief' }, { exactly: 1 });
    await finish();
    names.add(name);
  }
  expect(names.size).toBe(2);
});

test('a call of an older test helper gets 410, which says what to install', async ({ mock }) => {
  const { status, body } = await mock.http.post('/mock/testers?name=anna&by=me');
  expect(body.detail).toContain('install the package that npm run package writes');
  expect(status).toBe(410);
});

plainTest(
  'the error for a mock that cannot be reached names the proxy, without its password',
  async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ['http_proxy', 'no_proxy']) vi.stubEnv(name, '');
    vi.stubEnv('HTTP_PROXY', 'http://user:secret@proxy.example:3128');
    vi.stubEnv('NO_PROXY', 'intranet.example');
    await expect(forTester('a', { url: 'http://127.0.0.1:9' })).rejects.toThrow(
      'HTTP_PROXY is proxy.example:3128, and NO_PROXY is intranet.example; ',
    );
  },
);

plainTest('a fetch that a test has replaced is not used', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"since":"aaaaaaaa:1"}'));
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(forTester('a', { url: 'http://127.0.0.1:9' })).rejects.toThrow('a running mock');
});

const ofFirst = '{"since":"aaaaaaaa:1","entries":[]}';

plainTest.each(
  Object.entries({
    'expected a mock, got a response without a position': ['{}'],
    'expected a response of the mock, got {"since":"bbbbbbbb:1"': [
      ofFirst,
      ofFirst.replaceAll('a', 'b'),
    ],
  }),
)(
  'a response of something else than the mock of the test is an error: %s',
  async (message, replies) => {
    const { url } = await startBackend((_req, res) => void res.end(replies.shift()));
    const ask = async () => (await forTester('first', { url })).journal({});
    await expect(ask()).rejects.toThrow(message);
  },
);

plainTest('a wait is continued from the same position as often as its time needs', async () => {
  const waits: (string | null)[] = [];
  const { url } = await startBackend((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', url);
    if (pathname === '/mock/reset') return void res.end(ofFirst);

    waits.push(searchParams.get('timeout'));
    res.statusCode = waits.length === 3 ? 200 : 422;
    res.end(waits.length === 3 ? ofFirst : '{"detail":"Expected","isFinal":false}');
  });
  const patient = await forTester('patient', { url, timeoutMs: 12_000 });
  await patient.expectRequests({}, { atLeast: 1 });
  expect(waits).toEqual(['5000', '5000', '2000']);
});
