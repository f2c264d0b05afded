import { expect, test } from 'vitest';
import type { Coverage } from '../../mock-api/journal/coverage.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import { forTester } from '../../mock-api/testing/forTester.ts';
import {
  currentUserPath,
  getBrief,
  signIn,
  startTestMock,
  submit,
} from './fixtures/startTestMock.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

async function coverageOf({ url }: RunningMock, query = ''): Promise<Coverage> {
  return (await fetch(`${url}/mock/coverage${query}`)).json() as Promise<Coverage>;
}

/** The responses sent so far: `getBrief 200 application/json 2`. */
async function exercised(mock: RunningMock, query?: string): Promise<string[]> {
  const { rows } = await coverageOf(mock, query);
  return rows
    .filter(({ count }) => count > 0)
    .map(({ operation, status, mediaType = 'no body', count }) =>
      [operation, status, mediaType, count].join(' '),
    );
}

test('complete responses are counted by operation, status and media type', async () => {
  const mock = await startTestMock({ journalLimit: 3 });
  const none = await coverageOf(mock);
  expect([none.responses.declared, none.responses.exercised]).toEqual([none.rows.length, 0]);
  for (const id of ['daily-harvest', 'food-and-drink', 'unheard-of', 'stack-trace-brief']) {
    await getBrief(mock, id);
  }
  const reading = getBrief(mock, 'truncated-brief').then((response) => response.text());
  await expect(reading).rejects.toThrow();
  await fetch(mock.url + currentUserPath, { headers: { Accept: 'text/html' } });
  const late = await forTester('late', { url: mock.url });
  await late.addScenarios({ 'late-brief': { operation: 'getBrief', delayMs: 100 } });
  const pending = getBrief(mock, late.id('late-brief'));
  await waitForEntry(mock.journal, { name: 'late' });
  mock.journal.reset();
  await submit(mock, { briefId: 'quiet-submission' });
  await pending;
  // Those that the journal has dropped or cleared are counted too.
  await expect
    .poll(() => exercised(mock))
    .toEqual([
      'getBrief 200 application/json 3',
      'getBrief 404 application/problem+json 1',
      'submitFeedback 204 no body 1',
      'getCurrentUser 401 text/html 1',
    ]);
  const { undeclared, responses } = await coverageOf(mock);
  expect(undeclared).toEqual([
    {
      operation: 'getBrief',
      status: '500',
      mediaType: 'text/plain; charset=utf-8',
      isScenario: true,
      count: 1,
    },
  ]);
  expect(responses.exercised).toBe(4);
});

test('each tester has a coverage', async () => {
  const mock = await startTestMock();
  for (const id of ['daily-harvest.anna', 'unheard-of.ben']) await getBrief(mock, id);
  const own = ['getBrief 200 application/json 1'];
  expect(await exercised(mock, '?name=anna')).toEqual(own);
});

test('a body of any media type covers a response that leaves it open', async () => {
  const mock = await startTestMock();
  const tester = await forTester('page', { url: mock.url });
  await tester.addScenarios({ 'json-user': { operation: 'signIn', body: { ok: true } } });
  await signIn(mock, tester.id('json-user'));
  await expect.poll(() => exercised(mock)).toEqual(['signIn 2XX no body 1']);
  expect((await coverageOf(mock)).undeclared).toEqual([]);
});
