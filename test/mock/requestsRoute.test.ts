import { expect, test } from 'vitest';
import type { RequestsData } from '../../mock-api/console/consoleData.ts';
import { beginCheck, getBrief, startTestMock, submit } from './fixtures/startTestMock.ts';

type Server = { url: string };

async function ask({ url }: Server, query: Record<string, string> = {}) {
  const response = await fetch(`${url}/mock/requests.json?${new URLSearchParams(query)}`);
  const data: RequestsData = response.status === 204 ? undefined : await response.json();
  return { status: response.status, data };
}

test('the console gets a response without content as long as nothing has changed', async () => {
  const mock = await startTestMock();
  const section = await beginCheck(mock, 'anna');
  const changes: [what: string, change: () => Promise<unknown>][] = [
    ['a request', () => getBrief(mock, 'daily-harvest')],
    [
      'an added scenario',
      async () => {
        const body = '{"scenarios":{"x":{"operation":"getBrief","status":503}}}';
        await fetch(`${mock.url}/mock/scenarios?${section}`, { method: 'POST', body });
      },
    ],
    ['a reset', () => fetch(`${mock.url}/mock/reset`, { method: 'POST' })],
  ];
  for (const [what, change] of changes) {
    const { version } = (await ask(mock)).data;
    expect((await ask(mock, { version })).status, `before ${what}`).toBe(204);
    await change();
    expect((await ask(mock, { version })).status, `after ${what}`).toBe(200);
  }
  const { version } = (await ask(mock)).data;
  const other = await startTestMock();
  expect((await ask(other, { version })).status, 'another mock').toBe(200);
});

test('the rows have no bodies, the ids are those of all matches, and one entry is complete', async () => {
  const mock = await startTestMock();
  for (let i = 0; i < 502; i += 1) await getBrief(mock, 'missing-brief.anna');
  await submit(mock, { briefId: 'daily-harvest.ben' });
  const { data } = await ask(mock, { name: 'anna', text: 'status:404', entry: '503' });
  expect([data.rows.length, data.ids.length, data.total]).toEqual([500, 502, 502]);
  expect(data.rows[0]).toMatchObject({ id: 502, key: 'missing-brief.anna', status: 404 });
  expect(data.rows[0]).not.toHaveProperty('requestHeaders');
  expect(data.selected).toMatchObject({
    id: 503,
    entry: { body: { briefId: 'daily-harvest.ben' } },
  });
});

test.each(
  Object.entries({
    'status:6xx': 'status: expected a status such as 404, ',
    'operation:getbrief': 'operation: expected one of ',
    'scenario:': 'scenario: expected the id of a scenario, got [""].',
    'stauts:404':
      'Filter: expected words, or one of status:, operation:, key:, scenario:, got "stauts:404".',
    'Hello body.text*:a': 'got "body.text*:a".',
    'violations:true': 'got "violations:true".',
  }),
)('a filter that is none is reported, and selects everything: %s', async (text, problem) => {
  const mock = await startTestMock();
  await submit(mock);
  const { data } = await ask(mock, { text });
  expect(data.filterProblem).toContain(problem);
  expect(data.ids).toEqual([1]);
});

test.each(
  Object.entries({
    '': [1, 2, 3],
    '  harvest ': [1, 3],
    'Harvest operation:getBrief': [3],
    'status:404 status:2xx key:unheard-of': [2],
    'Re: 10:42 https://example.com/': [1],
  }),
)('the filter "%s" selects the requests that have its words and conditions', async (text, ids) => {
  const mock = await startTestMock();
  await submit(mock, { text: 'Re: at 10:42 on https://example.com/a' });
  for (const id of ['unheard-of', 'daily-harvest']) await getBrief(mock, id);
  expect((await ask(mock, { text })).data.ids.toSorted()).toEqual(ids);
});
