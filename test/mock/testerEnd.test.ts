import { expect, onTestFinished, test as pure, vi } from 'vitest';
import { forTester, type Tester } from '../../mock-api/testing/forTester.ts';
import { testerFixtures as playwright } from '../../mock-api/testing/playwrightFixtures.ts';
import { testerFixtures as vitest } from '../../mock-api/testing/vitestFixtures.ts';
import { startBackend } from '../startBackend.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { briefsPath, startTestMock, submitPath, type TestMock } from './fixtures/startTestMock.ts';

/** Opens a tester under whose name one request has come. */
async function openUsed(mock: TestMock, name: string, title = name): Promise<Tester> {
  const tester = await mock.tester(name, { test: title });
  await mock.getBrief(tester.id('daily-harvest'));
  return tester;
}

const briefId = 'daily-harvest.ida';

test.for(
  Object.entries<(mock: TestMock) => PromiseLike<unknown>>({
    'daily-harvets': ({ getBrief }) => getBrief('daily-harvets.ida'),
    nobody: ({ submit }) => submit({ briefId: 'nobody.ida' }),
    text: ({ submit }) => submit({ briefId, text: '' }),
    user: ({ signIn }) => signIn('nobody.ida'),
    async 'used before'({ submit }) {
      const recaptchaResponse = `stand-in-${'0'.repeat(48)}`;
      for (let i = 0; i < 2; i += 1) await submit({ briefId, recaptchaResponse });
    },
  }),
)(
  'a test ends with an error for what nobody expected, unless it allows that: %s',
  async ([reason, act], { mock }) => {
    const ida = await mock.tester('ida');
    await act(mock);
    const message = new RegExp(`\\n {2}Request \\d+ .* nobody expected: .*${reason}`);
    await expect(ida.finish({} as never)).rejects.toThrow(message);

    const again = await mock.tester('ida');
    await act(mock);
    again.allowUnexpected({ operation: ['getBrief', 'submitFeedback', 'signIn'] });
    await again.finish();
    expect(mock.journal.list({ name: 'ida' })).toEqual([]);
  },
);

test.for(
  Object.entries<(mock: TestMock) => PromiseLike<unknown>>({
    'to an unknown path': ({ http }) =>
      http.get('/rest/subscriber-feedback/brief/daily-harvest.ida'),
    'with an unknown method': ({ http }) => http.post(`${briefsPath}/daily-harvest.ida`),
    'with the id in another parameter': ({ http }) => http.get('/rest/brief?id=a%2Eida&b'),
    'with an id in the body': ({ http }) => http.post('/rest/form').send({ briefId }),
    'with a body that is no JSON': ({ http }) =>
      http.post(submitPath).type('json').send(`{"briefId":"${briefId}"`),
  }),
)('a test ends with an error for a request %s that has its name', async ([, send], { mock }) => {
  const ida = await openUsed(mock, 'ida');
  await send(mock);
  await expect(ida.finish()).rejects.toThrow('which nobody expected: ');
});

test('a response that a scenario asked for is expected', async ({ mock }) => {
  const jon = await mock.tester('jon');
  await jon.addScenarios({ 'gone-brief': { operation: 'getBrief', status: 410 } });
  for (const id of ['gone-brief', 'missing-brief']) await mock.getBrief(jon.id(id));
  await jon.finish();
});

test('a scenario that was added and that no request has used is printed', async ({ mock }) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const jon = await mock.tester('jon', { test: 'a busy brief' });
  await jon.addScenarios({
    'busy-brief': { operation: 'getBrief', status: 503 },
    'flakey-brief': { operation: 'getBrief', status: 500 },
    'other-brief': {
      operation: 'getBrief',
      when: { header: { 'X-Nobody': 'sends' } },
      status: 500,
    },
  });
  for (const id of ['busy-brief', 'other-brief']) await mock.getBrief(jon.id(id));
  jon.allowUnexpected({ key: 'other-brief' });
  await jon.finish();
  const text = 'Test "a busy brief": no request has used flakey-brief, other-brief.';
  expect(warn.mock.calls).toEqual([[text]]);
});

test('a test without requests says that it means it', async ({ mock }) => {
  const quiet = await mock.tester('quiet');
  quiet.allowNoRequests();
  await quiet.expectRequests({ key: 'no-such-brief' }, { exactly: 0 });
  expect(await quiet.journal({})).toEqual([]);
  await quiet.finish();
});

test('a reset first reports what nobody expected, and removes nothing then', async ({ mock }) => {
  const tester = await openUsed(mock, 'reset');
  await mock.getBrief(tester.id('nobody'));
  await mock.submit({ briefId: tester.id('daily-harvest'), text: '' });
  await expect(tester.reset()).rejects.toThrow(/nobody expected.*"nobody".*\n.*text/s);
  expect(await tester.journal({})).toHaveLength(3);
  tester.allowUnexpected({ key: ['nobody', 'daily-harvest'] });
  await tester.reset();
  // The request of the tester, and what it has allowed, came before the reset.
  await tester.finish();
});

test('a test ends with an error for a call that is still running, and names it', async ({
  mock,
}) => {
  const hugo = await openUsed(mock, 'hugo');
  const running = hugo.expectRequests({ operation: 'signIn' }, { atLeast: 1 });
  running.catch(() => {});
  await expect(hugo.finish()).rejects.toThrow('  expect {"operation":"signIn"} {"atLeast":1}\n');
  // A call that goes on would use the timers of the next test, which may be fake.
  await expect(running).rejects.toThrow('after the end of the test "hugo"');
});

pure('of two equal calls, one that has not settled is an error', async () => {
  const replies = Array(2).fill('{"since":"aaaaaaaa:1","entries":[]}');
  const { url } = await startBackend((_req, res) => {
    if (replies.length > 0) res.end(replies.shift());
  });
  const tester = await forTester('first', { url });
  const [settled, running] = [tester.journal({}), tester.journal({})];
  running.catch(() => {});
  await settled;
  await expect(tester.finish()).rejects.toThrow('  journal/find ');
});

test.for(
  Object.entries<(tester: Tester) => unknown>({
    id: (tester) => tester.id('daily-harvest'),
    pageUrl: (tester) => tester.pageUrl('daily-harvest'),
    journal: (tester) => tester.journal({}),
    expectRequests: (tester) => tester.expectRequests({}, { atLeast: 1 }),
    addScenarios: (tester) => tester.addScenarios({ 'x-brief': { for: ['brief'] } }),
    allowUnexpected: (tester) => tester.allowUnexpected({ key: 'a' }),
    allowNoRequests: (tester) => tester.allowNoRequests(),
    reset: (tester) => tester.reset(),
    finish: (tester) => tester.finish(),
  }),
)('%s after the end of a test fails, and names the test', async ([, run], { mock }) => {
  const kept = await openUsed(mock, 'kept', 'a message is sent');
  await kept.finish();
  const late = async () => void (await run(kept));
  await expect(late()).rejects.toThrow('after the end of the test "a message is sent"');
});

pure('the Playwright fixture uses baseURL, and attaches the journal to a failed test', async () => {
  const { url, getBrief } = await startTestMock({ journalLimit: 1 });
  const testInfo = { title: 'a', status: 'failed', expectedStatus: 'passed', attach: vi.fn() };
  const testerOptions = { settleMs: 0 };
  const run = (...ids: string[]) =>
    playwright.tester(
      { baseURL: url, testerOptions },
      async ({ id }) => {
        for (const one of ids) await getBrief(id(one));
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

test('a test that skips itself is neither failed by the fixtures nor has an attachment', async ({
  mock,
}) => {
  const testerOptions = { url: mock.url, settleMs: 0 };
  const task = { name: 'a', result: { state: 'skip' } };
  await vitest.tester({ task, testerOptions }, async () => {});
  const attach = vi.fn();
  const info = { title: 'a', status: 'skipped', expectedStatus: 'skipped', attach };
  await playwright.tester({ baseURL: undefined, testerOptions }, async () => {}, info);
  expect(attach).not.toHaveBeenCalled();
});

test('the fixtures pass their options and the title of the test', async ({ mock }) => {
  const testerOptions = { settleMs: 0, timeoutMs: 10 };
  const use = async (tester: Tester) => {
    await mock.getBrief(tester.id('daily-harvest'));
    const missing = tester.expectRequests({ operation: 'signIn' }, { atLeast: 1 });
    await expect(missing).rejects.toThrow('got 0');
    kept = tester;
  };
  let kept: Tester | undefined;
  const task = { name: 'a title', result: { state: 'pass' } };
  await vitest.tester({ task, testerOptions: { ...testerOptions, url: mock.url } }, use);
  await expect(kept?.journal({})).rejects.toThrow('after the end of the test "a title"');
  const info = { title: 'b', status: 'passed', expectedStatus: 'passed', attach: async () => {} };
  await playwright.tester({ baseURL: mock.url, testerOptions }, use, info);
  await expect(kept?.journal({})).rejects.toThrow('after the end of the test "b"');
});
