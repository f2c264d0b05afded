import { describe, expect, test } from 'vitest';
import type { Coverage } from '../../mock-api/journal/coverage.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import {
  BRIEFS,
  CURRENT_USER,
  mockServer,
  postJson,
  SUBMIT,
  submission,
} from '../support/mockServer.ts';

async function coverageOf({ url }: RunningMock): Promise<Coverage> {
  return (await fetch(`${url}/mock/coverage`)).json() as Promise<Coverage>;
}

/** What has been exercised, in short: `getBrief 200 application/json 2 (daily 1)`. */
async function exercised(mock: RunningMock): Promise<string[]> {
  const { rows } = await coverageOf(mock);
  return rows
    .filter(({ count }) => count > 0)
    .map(({ operation, status, mediaType, count, examples }) => {
      const named = examples.filter((example) => example.count > 0);
      const names = named.map(({ name, count: times }) => `${name} ${times}`).join(', ');
      return `${operation} ${status} ${mediaType ?? 'no body'} ${count} (${names})`;
    });
}

describe('coverage', () => {
  test('every declared answer has its row, and nothing is exercised at first', async () => {
    const { answers, examples, rows, undeclared } = await coverageOf(await mockServer());
    expect(rows).toHaveLength(answers.declared);
    expect(rows.map(({ operation, status }) => `${operation} ${status}`)).toContain(
      'submitFeedback 204',
    );
    expect(answers.exercised + examples.exercised).toBe(0);
    expect(undeclared).toEqual([]);
  });

  test('answers count by operation, status, media type and example', async () => {
    const mock = await mockServer();
    for (const id of ['daily-harvest', 'food-and-drink', 'unheard-of']) {
      await fetch(`${mock.url}${BRIEFS}/${id}`);
    }
    await fetch(mock.url + CURRENT_USER, { headers: { Prefer: 'example=unauthorizedPage' } });
    await postJson(mock.url + SUBMIT, submission({ briefId: 'quiet-submission' }));
    await postJson(mock.url + SUBMIT, '{');
    expect(await exercised(mock)).toEqual([
      'getBrief 200 application/json 2 (daily 1)',
      'getBrief 404 application/json 1 (notFound 1)',
      'submitFeedback 204 no body 1 ()',
      'submitFeedback 400 application/json 1 ()',
      'getCurrentUser 401 text/html 1 (unauthorizedPage 1)',
    ]);
  });

  test('what the contract does not declare is listed apart', async () => {
    const mock = await mockServer();
    await fetch(`${mock.url}${BRIEFS}/stack-trace-brief`);
    const { undeclared, answers } = await coverageOf(mock);
    expect(undeclared).toEqual([
      { operation: 'getBrief', status: '500', mediaType: 'text/plain; charset=utf-8', count: 1 },
    ]);
    expect(answers.exercised).toBe(0);
  });

  test('an answer that never arrived whole does not count', async () => {
    const mock = await mockServer();
    await fetch(`${mock.url}${BRIEFS}/cut-brief`)
      .then(
        (answer) => answer.text(),
        () => {},
      )
      .catch(() => {});
    await mock.journal.wait({ ended: true });
    expect(await exercised(mock)).toEqual([]);
  });

  test('every example of the contract can be exercised by name', async () => {
    const mock = await mockServer();
    const { rows } = await coverageOf(mock);
    const own = rows.filter(({ operation }) => operation === 'getBrief');
    for (const { status, examples } of own) {
      for (const { name } of examples) {
        const headers = { Prefer: `code=${status}, example=${name}` };
        await fetch(`${mock.url}${BRIEFS}/daily-harvest`, { headers });
      }
    }
    const after = (await coverageOf(mock)).rows.filter(({ operation }) => operation === 'getBrief');
    expect(
      after.every(({ count, examples }) => count > 0 && examples.every((e) => e.count > 0)),
    ).toBe(true);
  });

  test('clearing the journal begins anew', async () => {
    const mock = await mockServer();
    await fetch(`${mock.url}${BRIEFS}/daily-harvest`);
    await fetch(`${mock.url}/mock/journal/clear`, { method: 'POST' });
    expect(await exercised(mock)).toEqual([]);
  });
});
