import { describe, expect, test } from 'vitest';
import { loadContract } from '../../mock-api/contract/load/loadContract.ts';
import { type Coverage, createCoverage } from '../../mock-api/journal/coverage.ts';
import { createJournal } from '../../mock-api/journal/journal.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  currentUserPath,
  getBrief,
  postJson,
  startTestMock,
  submit,
  submitPath,
} from '../support/mock/startTestMock.ts';

async function coverageOf({ url }: RunningMock, query = ''): Promise<Coverage> {
  return (await fetch(`${url}/mock/coverage${query}`)).json() as Promise<Coverage>;
}

/** The responses sent so far: `getBrief 200 application/json 2 (daily 1)`. */
async function exercised(mock: RunningMock, query = ''): Promise<string[]> {
  const { rows } = await coverageOf(mock, query);
  return rows
    .filter(({ count }) => count > 0)
    .map(({ operation, status, mediaType, count, examples }) => {
      const named = examples.filter((example) => example.count > 0);
      const names = named.map(({ name, count: times }) => `${name} ${times}`).join(', ');
      return `${operation} ${status} ${mediaType ?? 'no body'} ${count} (${names})`;
    });
}

describe('coverage', () => {
  test('has a row for every declared response, and none is exercised at the start', async () => {
    const { responses, examples, rows, undeclared } = await coverageOf(await startTestMock());
    expect(rows).toHaveLength(responses.declared);
    expect(rows.map(({ operation, status }) => `${operation} ${status}`)).toContain(
      'submitFeedback 204',
    );
    expect(responses.exercised + examples.exercised).toBe(0);
    expect(undeclared).toEqual([]);
  });

  test('counts responses by operation, status, media type and example', async () => {
    const mock = await startTestMock();
    for (const id of ['daily-harvest', 'food-and-drink', 'unheard-of']) {
      await getBrief(mock, id);
    }
    await fetch(mock.url + currentUserPath, { headers: { Prefer: 'example=unauthorizedPage' } });
    await submit(mock, { briefId: 'quiet-submission' });
    await postJson(mock.url + submitPath, '{');
    expect(await exercised(mock)).toEqual([
      'getBrief 200 application/json 2 (daily 1)',
      'getBrief 404 application/problem+json 1 (notFound 1)',
      'submitFeedback 204 no body 1 ()',
      'submitFeedback 400 application/problem+json 1 ()',
      'getCurrentUser 401 text/html 1 (unauthorizedPage 1)',
    ]);
  });

  test('lists undeclared responses separately', async () => {
    const mock = await startTestMock();
    await getBrief(mock, 'stack-trace-brief');
    const { undeclared, responses } = await coverageOf(mock);
    expect(undeclared).toEqual([
      { operation: 'getBrief', status: '500', mediaType: 'text/plain; charset=utf-8', count: 1 },
    ]);
    expect(responses.exercised).toBe(0);
  });

  test('ignores an incomplete response', async () => {
    const mock = await startTestMock();
    await getBrief(mock, 'truncated-brief')
      .then(
        (response) => response.text(),
        () => {},
      )
      .catch(() => {});
    await mock.journal.wait({ ended: true });
    expect(await exercised(mock)).toEqual([]);
  });

  test('keeps its counts when entries of the journal are cleared or dropped', async () => {
    const mock = await startTestMock({ journalLimit: 2 });
    for (const id of ['daily-harvest', 'unheard-of', 'food-and-drink', 'daily-harvest']) {
      await getBrief(mock, id);
    }
    await fetch(`${mock.url}/mock/journal/clear?key=daily-harvest`, { method: 'POST' });
    const counts = [
      'getBrief 200 application/json 3 (daily 2)',
      'getBrief 404 application/problem+json 1 (notFound 1)',
    ];
    expect(await exercised(mock)).toEqual(counts);
    await fetch(`${mock.url}/mock/journal/clear`, { method: 'POST' });
    expect(await exercised(mock)).toEqual(counts);
  });

  test('counts a response that ends after its entry was cleared', async () => {
    const mock = await startTestMock();
    const request = getBrief(mock, 'daily-harvest', {
      headers: { Prefer: 'wait=0.2' },
    });
    await mock.journal.wait({ operation: 'getBrief' });
    mock.journal.clear();
    await request;
    await expect.poll(() => exercised(mock)).toEqual(['getBrief 200 application/json 1 (daily 1)']);
  });

  test('is also measured for one tester, until that tester is reset', async () => {
    const mock = await startTestMock();
    for (const id of ['daily-harvest.anna', 'daily-harvest.anna', 'daily-harvest.ben']) {
      await getBrief(mock, id);
    }
    mock.journal.clear();
    expect(await exercised(mock, '?suffix=anna')).toEqual([
      'getBrief 200 application/json 2 (daily 2)',
    ]);
    await fetch(`${mock.url}/mock/reset?suffix=anna`, { method: 'POST' });
    expect(await exercised(mock, '?suffix=anna')).toEqual([]);
    expect(await exercised(mock, '?suffix=ben')).toEqual([
      'getBrief 200 application/json 1 (daily 1)',
    ]);
    expect(await exercised(mock)).toEqual(['getBrief 200 application/json 3 (daily 3)']);
  });

  test('counts the latest 1,000 suffixes, and the requests of all', async () => {
    const journal = createJournal({ limit: 1 });
    const coverage = createCoverage(journal);
    for (let i = 0; i <= 1_000; i += 1) {
      const { update } = journal.add({ at: '', method: 'GET', path: '/' });
      const response = { operation: 'submitFeedback', status: 204, suffix: `tester-${i}` };
      update({ ...response, durationMs: 1, outcome: 'completed' });
    }
    const contract = await loadContract('openapi.yaml');
    const countOf = (suffix?: string) =>
      coverage.measure(contract, suffix).rows.reduce((sum, { count }) => sum + count, 0);
    expect([countOf('tester-0'), countOf('tester-1'), countOf()]).toEqual([0, 1, 1_001]);
  });

  test.each([
    ['?bogus=1', 'Unknown query parameter "bogus": expected suffix.'],
    ['?suffix=', 'suffix: expected one value, got "".'],
  ])('rejects %s', async (query, reason) => {
    const { url } = await startTestMock();
    const response = await fetch(`${url}/mock/coverage${query}`);
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toBe(reason);
  });
});
