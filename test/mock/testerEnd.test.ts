import { expect, onTestFinished, test as plainTest, vi } from 'vitest';
import type { Tester } from '../../mock-api/testing/forTester.ts';
import { testerFixtures as playwright } from '../../mock-api/testing/playwrightFixtures.ts';
import { testerFixtures as vitest } from '../../mock-api/testing/vitestFixtures.ts';
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
    'with an unknown method': ({ http }) => http.post(`${briefsPath}/daily-harvest.ida`),
    'with the id in another parameter': ({ http }) => http.get('/rest/brief?id=a%2Eida&b'),
    'with an id in the body': ({ http }) => http.post('/rest/form').send({ briefId }),
    'with a body that is no JSON': ({ http }) =>
      http.post(submitPath).type('json').send(`{"briefId":"${briefId}"`),
  }),
)('a request %s belongs to the tester whose name it has', async ([, send], { mock }) => {
  await mock.begin('ida');
  await send(mock);
  expect(mock.journal.list().at(-1)).toMatchObject({ name: 'ida', unexpected: true });
});

test('a response of a scenario is expected, and an added one without requests is printed', async ({
  mock,
}) => {
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
  for (const id of ['busy-brief', 'other-brief', 'missing-brief']) await mock.getBrief(jon.id(id));
  jon.allowUnexpected({ key: 'other-brief' });
  await jon.finish();
  const text = 'Test "a busy brief": no request has used flakey-brief, other-brief.';
  expect(warn.mock.calls).toEqual([[text]]);
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

test('every call after the end of a test fails, and names the test', async ({ mock }) => {
  const kept = await openUsed(mock, 'kept', 'a message is sent');
  await kept.finish();
  const calls: ((tester: Tester) => unknown)[] = [
    ({ id }) => id('daily-harvest'),
    ({ journal }) => journal({}),
    ({ addScenarios }) => addScenarios({ 'x-brief': { for: ['brief'] } }),
    ({ allowUnexpected }) => allowUnexpected({ key: 'a' }),
    ({ allowNoRequests }) => allowNoRequests(),
    ({ reset }) => reset(),
    ({ finish }) => finish(),
  ];
  const message = 'after the end of the test "a message is sent"';
  for (const run of calls) await expect((async () => run(kept))()).rejects.toThrow(message);
});

plainTest(
  'the Playwright fixture uses baseURL and the title, and attaches the journal to a failed test',
  async () => {
    const { url, getBrief } = await startTestMock({ journalLimit: 1 });
    const attach = vi.fn();
    let kept: Tester | undefined;
    const run = (status: string, ids: string[], expectedStatus = 'passed') =>
      playwright.tester(
        { baseURL: url, testerOptions: { settleMs: 0 } },
        async (tester) => {
          kept = tester;
          for (const id of ids) await getBrief(tester.id(id));
        },
        { title: 'a title', status, expectedStatus, attach },
      );
    await run('failed', ['daily-harvest', 'nobody']);
    const body = expect.stringMatching(/"dropped": 1,.*"getBrief"/s);
    expect(attach.mock.lastCall).toMatchObject(['mock-journal.json', { body }]);
    await expect(kept?.journal({})).rejects.toThrow('after the end of the test "a title"');
    await expect(run('passed', ['nobody'])).rejects.toThrow('nobody expected');
    expect(attach, 'also of a test that fails at its end').toHaveBeenCalledTimes(2);
    await run('skipped', [], 'skipped');
    expect(attach, 'not of a test that skips itself').toHaveBeenCalledTimes(2);
  },
);

test('the Vitest fixture passes the options and the title, and does not fail a skipped test', async ({
  mock,
}) => {
  const testerOptions = { url: mock.url, settleMs: 0, timeoutMs: 10 };
  const run = (state: string, use: (tester: Tester) => Promise<void>) =>
    vitest.tester({ task: { name: 'a title', result: { state } }, testerOptions }, use);
  await run('skip', async () => {});
  let kept: Tester | undefined;
  await run('pass', async (tester) => {
    kept = tester;
    await mock.getBrief(tester.id('daily-harvest'));
    const missing = tester.expectRequests({ operation: 'signIn' }, { atLeast: 1 });
    await expect(missing).rejects.toThrow('got 0');
  });
  await expect(kept?.journal({})).rejects.toThrow('after the end of the test "a title"');
});
