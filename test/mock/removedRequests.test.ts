import { expect, test as pure } from 'vitest';
import type { Tester } from '../../mock-api/testing/forTester.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { startTestMock, type TestMock } from './fixtures/startTestMock.ts';

const none = { exactly: 0 } as const;

/** Opens a tester under whose name one request has come. */
async function openUsed(mock: TestMock, timeoutMs?: number): Promise<Tester> {
  const tester = await mock.tester('owner', timeoutMs === undefined ? {} : { timeoutMs });
  await mock.getBrief(tester.id('daily-harvest'));
  return tester;
}

const calls: Record<string, (tester: Tester) => Promise<unknown>> = {
  'exactly: 0': (tester) => tester.expectRequests({ status: '5xx' }, none),
  'atLeast: 1': (tester) => tester.expectRequests({ status: '5xx' }, { atLeast: 1 }),
  journal: (tester) => tester.journal({}),
  addScenarios: (tester) => tester.addScenarios({ 'x-brief': { for: ['brief'] } }),
  reset: (tester) => tester.reset(),
  finish: (tester) => tester.finish(),
};

test.for(Object.entries(calls))(
  '%s says that the requests are no longer all there',
  async ([, run], { mock }) => {
    const owner = await openUsed(mock);
    await mock.http.post('/mock/reset?name=owner').set('User-Agent', 'curl/8');
    // A link to the console would open a page without these requests.
    await expect(run(owner)).rejects.toThrow(
      /^The requests of "owner" since \S+ are no longer all there: POST \/mock\/reset\?name=owner by 127\.0\.0\.1, curl\/8, at 20.*Z\.$/,
    );
  },
);

const browser = {
  Host: 'localhost',
  Origin: 'http://localhost',
  'Sec-Fetch-Site': 'same-origin',
  'User-Agent': 'Firefox/140',
};

test.for(
  Object.entries<(mock: TestMock) => PromiseLike<unknown>>({
    'POST /mock/reset in the console by 127.0.0.1, Firefox/140, at 20': ({ http }) =>
      http.post('/mock/reset').set(browser),
    'POST /mock/reset by 127.0.0.1, curl/8, at 20': ({ http }) =>
      http.post('/mock/reset').set('User-Agent', 'curl/8'),
    'POST /mock/journal/clear by ': ({ http, journal }) =>
      http.post('/mock/journal/clear').send({ ids: journal.list().map(({ id }) => id) }),
    ', test "retried", at 20': ({ tester }) => tester('owner', { test: 'retried' }),
  }),
)('a call says what has removed its requests: %s', async ([message, remove], { mock }) => {
  const owner = await openUsed(mock);
  await remove(mock);
  await expect(owner.journal({})).rejects.toThrow(message);
});

test('a wait that is running ends as soon as the requests of its tester are removed', async ({
  mock,
}) => {
  const owner = await openUsed(mock, 60_000);
  const waiting = owner.expectRequests({ status: '5xx' }, { atLeast: 1 });
  waiting.catch(() => {});
  await mock.http.post('/mock/reset?name=owner');
  await expect(waiting).rejects.toThrow('POST /mock/reset?name=owner');
});

pure('every call after a restart of the mock says so', async () => {
  const first = await startTestMock();
  const owner = await openUsed(first);
  await first.close();
  await startTestMock({ port: first.port });
  for (const run of Object.values(calls)) {
    await expect(run(owner)).rejects.toThrow(
      /^The requests of "owner" since \S+ are no longer all there: the mock was started again\.$/,
    );
  }
});

pure('a call says that the journal has dropped one of its requests', async () => {
  const mock = await startTestMock({ journalLimit: 2 });
  const owner = await openUsed(mock);
  for (let i = 0; i < 2; i += 1) await mock.getBrief(owner.id('daily-harvest'));
  await expect(owner.finish()).rejects.toThrow(
    /dropped request 2 because of its limit of 2 \(MOCK_JOURNAL_LIMIT\), at 20/,
  );
});

test.for(
  Object.entries<(tester: Tester) => Promise<unknown>>({
    'exactly: 0': (tester) => tester.expectRequests({ status: '5xx' }, none),
    journal: (tester) => tester.journal({ status: '5xx' }),
    finish: (tester) => tester.finish(),
  }),
)('%s names the names that came if none came under its own', async ([, run], { mock }) => {
  const owner = await mock.tester('owner');
  for (const id of ['daily-harvest.anna', 'daily-harvest']) await mock.getBrief(id);
  await expect(run(owner)).rejects.toThrow(
    /No request has come under the name "owner" since .*Other names: .*anna \(daily-harvest\.anna\).*no name \(daily-harvest\)/,
  );
});

test('nothing is counted as none after a reset until a request has come', async ({ mock }) => {
  const owner = await openUsed(mock);
  await owner.reset();
  await expect(owner.expectRequests({ status: '5xx' }, none)).rejects.toThrow(
    'No request has come',
  );
  await mock.getBrief(owner.id('daily-harvest'));
  await owner.expectRequests({ status: '5xx' }, none);
  await owner.reset();
  await owner.finish();
});
