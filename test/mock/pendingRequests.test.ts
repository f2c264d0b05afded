import { expect, onTestFinished, test as pure, vi } from 'vitest';
import type { Journal } from '../../mock-api/journal/Journal.ts';
import type { Tester } from '../../mock-api/testing/forTester.ts';
import { startBackend } from '../startBackend.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { startTestMock, type TestMock } from './fixtures/startTestMock.ts';

const none = { exactly: 0 } as const;

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
  const message = /Request \d+ may match: POST .*, pending for \d\.\d s\./;
  await expect(stuck.expectRequests({ status: '2xx' }, none)).rejects.toThrow(message);
  await expect(stuck.journal({ status: '2xx' })).rejects.toThrow(message);
  // The operation of a pending request is known.
  await stuck.expectRequests({ operation: 'getBrief' }, none);
  await stuck.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
});

test('a check of a request that does not end takes one time limit', async ({ mock }) => {
  const stuck = await mock.tester('stuck', { timeoutMs: 300 });
  await begin(mock, stuck, 'slow-submission');
  const { timeouts } = watchWaits(mock.journal);
  await expect(stuck.expectRequests({ status: '2xx' }, none)).rejects.toThrow('may match');
  const [first, ...others] = timeouts();
  expect(first).toBe(300);
  expect(Math.max(...others)).toBeLessThan(100);
});

test.for(
  Object.entries<(tester: Tester) => Promise<unknown>>({
    expectAttempt: (tester) => tester.expectAttempt({}),
    finish: (tester) => tester.finish(),
    journal: async (tester) => {
      throw new Error(`got ${(await tester.journal({})).length}`);
    },
  }),
)('%s waits settleMs for a request too many', async ([, run], { mock }) => {
  const late = await mock.tester('late', { settleMs: 700 });
  await mock.submit({ briefId: late.id('daily-harvest') });
  const { whenBegun } = watchWaits(mock.journal);
  const check = expect(run(late)).rejects.toThrow(/got [12]/);
  await whenBegun(2);
  await mock.submit({ briefId: late.id('nobody') });
  await check;
});

pure.each(
  Object.entries<(tester: Tester) => Promise<unknown>>({
    finish: (tester) => tester.finish(),
    reset: (tester) => tester.reset(),
    'exactly: 0': (tester) => tester.expectRequests({ violations: true }, none),
  }),
)('%s waits for a request to which a backend has not responded yet', async (_, run) => {
  let respond: (() => void) | undefined;
  const backend = await startBackend((_req, res) => {
    respond = () => res.setHeader('Content-Type', 'application/json').end('{}');
  });
  const mock = await startTestMock({ backend: new URL(backend.url) });
  const tester = await mock.tester('late');
  const sent = mock.getBrief(tester.id('real')).then(() => {});
  await expect.poll(() => respond).toBeDefined();
  const { whenBegun } = watchWaits(mock.journal);
  const check = expect(run(tester)).rejects.toThrow(/got 1\.\n.*briefs\/real\.late/);
  await whenBegun(1);
  respond?.();
  await Promise.all([check, sent]);
});

pure('finish fails for a response that a backend does not complete in time', async () => {
  const backend = await startBackend(() => {});
  const mock = await startTestMock({ backend: new URL(backend.url) });
  const tester = await mock.tester('never', { timeoutMs: 300 });
  mock.getBrief(tester.id('real')).catch(() => {});
  await tester.expectRequests({ operation: 'getBrief' }, { atLeast: 1 });
  await expect(tester.finish()).rejects.toThrow(/GET \S+, pending for \d\.\d s\./);
});
