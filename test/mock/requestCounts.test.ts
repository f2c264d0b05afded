import { expect, onTestFinished, test as plainTest, vi } from 'vitest';
import type { Journal } from '../../mock-api/journal/Journal.ts';
import type { Tester } from '../../mock-api/testing/forTester.ts';
import { startBackend } from '../startBackend.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { startTestMock, type TestMock } from './fixtures/startTestMock.ts';

const none = { exactly: 0 } as const;

/** Opens a tester under whose name one request has come. */
async function openUsed(mock: TestMock, timeoutMs = 10_000): Promise<Tester> {
  const tester = await mock.tester('owner', { timeoutMs });
  await mock.getBrief(tester.id('daily-harvest'));
  return tester;
}

const calls: readonly ((tester: Tester) => Promise<unknown>)[] = [
  ({ expectRequests }) => expectRequests({}, { atLeast: 1 }),
  ({ journal }) => journal({}),
  ({ addScenarios }) => addScenarios({ 'x-brief': { for: ['brief'] } }),
  ({ reset }) => reset(),
  ({ finish }) => finish(),
];

const browser = {
  Host: 'localhost',
  Origin: 'http://localhost',
  'Sec-Fetch-Site': 'same-origin',
  'User-Agent': 'Firefox/140',
};

type OwnMock = Awaited<ReturnType<typeof startTestMock>>;

plainTest.each(
  Object.entries<(mock: OwnMock) => PromiseLike<unknown>>({
    'POST /mock/reset[?]name=owner by 127.0.0.1, curl/8, at 20.*Z': ({ http }) =>
      http.post('/mock/reset?name=owner').set('User-Agent', 'curl/8'),
    'POST /mock/reset in the console by 127.0.0.1, Firefox/140, at 20.*': ({ http }) =>
      http.post('/mock/reset').set(browser),
    'POST /mock/journal/clear by .*': ({ http, journal }) =>
      http.post('/mock/journal/clear').send({ ids: journal.list().map(({ id }) => id) }),
    '.*, test "retried", at 20.*': ({ tester }) => tester('owner', { test: 'retried' }),
    'the journal dropped request 2 because of its limit of 2 .MOCK_JOURNAL_LIMIT., at 20.*':
      async ({ getBrief }) => {
        for (let i = 0; i < 2; i += 1) await getBrief('daily-harvest.owner');
      },
    'the mock was started again': async ({ close, port }) => {
      await close();
      await startTestMock({ port });
    },
  }),
)('every call says why its requests are no longer all there: %s', async (reason, remove) => {
  const mock = await startTestMock({ journalLimit: 2 });
  const owner = await openUsed(mock);
  await remove(mock);
  // A link to the console would open a page without these requests.
  const message = `^The requests of "owner" since \\S+ are no longer all there: ${reason}\\.$`;
  for (const run of calls) await expect(run(owner)).rejects.toThrow(new RegExp(message));
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

test('nothing is counted as none until a request has come under the name, or after a reset', async ({
  mock,
}) => {
  const owner = await openUsed(mock);
  await owner.reset();
  for (const id of ['daily-harvest.anna', 'daily-harvest']) await mock.getBrief(id);
  const message =
    /No request has come under the name "owner" since .*Other names: .*anna \(daily-harvest\.anna\).*no name \(daily-harvest\)/;
  await expect(owner.expectRequests({ status: '5xx' }, none)).rejects.toThrow(message);
  await expect(owner.journal({ status: '5xx' })).rejects.toThrow(message);
  await mock.getBrief(owner.id('daily-harvest'));
  await owner.expectRequests({ status: '5xx' }, none);
  await owner.reset();
  await owner.finish();
});

test('a test without requests ends with an error unless it says that it means it', async ({
  mock,
}) => {
  await expect((await mock.tester('quiet')).finish()).rejects.toThrow('No request has come');
  const quiet = await mock.tester('quiet');
  quiet.allowNoRequests();
  await quiet.expectRequests({ key: 'no-such-brief' }, none);
  expect(await quiet.journal({})).toEqual([]);
  await quiet.finish();
});

/** Watches the waits for the journal that begin from now on. */
function watchWaits(journal: Journal) {
  const until = vi.spyOn(journal, 'until');
  onTestFinished(() => until.mockRestore());
  const timeouts = () => until.mock.calls.map(([, { timeoutMs }]) => timeoutMs);
  const whenBegun = (count: number) =>
    expect.poll(() => timeouts().length).toBeGreaterThanOrEqual(count);
  return { timeouts, whenBegun };
}

/** Sends a submission, and waits until the mock responds to it. */
async function begin(mock: TestMock, tester: Tester, id: string) {
  mock.submit({ briefId: tester.id(id) }).catch(() => {});
  await mock.entry({ key: tester.id(id), outcome: 'pending' });
}

test('no request is counted as none while it is pending', async ({ mock }) => {
  const slow = await mock.tester('slow', { timeoutMs: 9000 });
  await slow.addScenarios({ 'late-submission': { operation: 'submitFeedback', delayMs: 250 } });
  await begin(mock, slow, 'late-submission');
  await expect(slow.expectRequests({ status: '2xx' }, none)).rejects.toThrow('got 1');
  await begin(mock, slow, 'late-submission');
  expect(await slow.journal({ status: '2xx' })).toHaveLength(2);
});

test('a request that is still pending at the time limit makes a number unknown', async ({
  mock,
}) => {
  const stuck = await mock.tester('stuck', { timeoutMs: 300 });
  await begin(mock, stuck, 'slow-submission');
  const { timeouts } = watchWaits(mock.journal);
  const message = /Request \d+ may match: POST .*, pending for \d\.\d s\./;
  await expect(stuck.expectRequests({ status: '2xx' }, none)).rejects.toThrow(message);
  // All waits of a check have one time limit.
  const [first, ...others] = timeouts();
  expect(first).toBe(300);
  expect(Math.max(...others)).toBeLessThan(100);
  await expect(stuck.journal({ status: '2xx' })).rejects.toThrow(message);
  // The operation of a pending request is known.
  await stuck.expectRequests({ operation: 'getBrief' }, none);
  await stuck.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
});

test('an upper limit and journal wait settleMs for one request more', async ({ mock }) => {
  const late = await mock.tester('late', { settleMs: 700 });
  await mock.submit({ briefId: late.id('daily-harvest') });
  const { whenBegun } = watchWaits(mock.journal);
  const attempt = expect(late.expectAttempt({})).rejects.toThrow('got 2');
  const journal = expect(late.journal({})).resolves.toHaveLength(2);
  await whenBegun(4);
  await mock.submit({ briefId: late.id('nobody') });
  await Promise.all([attempt, journal]);
});

plainTest('finish waits for a request to which a backend has not responded yet', async () => {
  let respond: (() => void) | undefined;
  const backend = await startBackend((_req, res) => {
    respond = () => res.setHeader('Content-Type', 'application/json').end('{}');
  });
  const mock = await startTestMock({ backend: new URL(backend.url) });
  const tester = await mock.tester('late');
  const sent = mock.getBrief(tester.id('real')).then(() => {});
  await expect.poll(() => respond).toBeDefined();
  const { whenBegun } = watchWaits(mock.journal);
  const check = expect(tester.finish()).rejects.toThrow(/got 1\.\n.*briefs\/real\.late/);
  await whenBegun(1);
  respond?.();
  await Promise.all([check, sent]);
});
