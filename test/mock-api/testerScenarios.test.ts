import { expect, test } from 'vitest';
import { forTester } from '../../mock-api/testing/forTester.ts';
import { getBrief, shareTestMock, submit } from '../support/mock/startTestMock.ts';

const mock = shareTestMock();
const tester = (name: string) => forTester(name, { url: mock().url });
const busy = (status: number) => ({ operation: 'getBrief', steps: [status, 'ok'] }) as const;

function send(method: string, query: string, body = '{}') {
  return fetch(`${mock().url}/mock/scenarios${query}`, {
    method,
    ...(method === 'POST' && { body }),
  });
}

async function statusesOf(id: string, name: string) {
  const statuses: number[] = [];
  for (let i = 0; i < 2; i += 1) statuses.push((await getBrief(mock(), `${id}.${name}`)).status);
  return statuses;
}

test('parallel testers with scenarios of the same id do not see those of each other', async () => {
  const names = ['w1', 'w2', 'w3', 'w4'];
  await Promise.all(
    names.map((name, i) => tester(name).addScenarios({ 'busy-brief': busy(500 + i) })),
  );
  const statuses = await Promise.all(names.map((name) => statusesOf('busy-brief', name)));
  expect(statuses).toEqual([
    [500, 200],
    [501, 200],
    [502, 200],
    [503, 200],
  ]);
  expect(await statusesOf('busy-brief', 'w5')).toEqual([404, 404]);
  expect((await getBrief(mock(), 'busy-brief')).status).toBe(404);
  expect(await tester('w1').journal({ scenario: 'busy-brief' })).toHaveLength(2);
});

test('more scenarios are added, replace one with the same id, and may have the id of a brief', async () => {
  const anna = tester('anna');
  await anna.addScenarios({ 'a.b': { operation: 'getBrief', status: 410 } });
  await anna.addScenarios({
    'a.b': [
      { operation: 'getBrief', status: 418 },
      { operation: 'submitFeedback', status: 503, body: { echo: '{{body.text}}' } },
    ],
  });
  expect((await getBrief(mock(), 'a.b.anna')).status).toBe(418);
  const response = await submit(mock(), { briefId: 'a.b.anna', text: 'Hello' });
  expect(await response.json()).toEqual({ echo: 'Hello' });
  const { id, url } = tester('fay');
  await send('POST', '?name=fay', 'briefs:\n  evening: { fullName: Evening Crumbs }');
  expect(await (await getBrief({ url }, id('evening'))).json()).toMatchObject({
    fullName: 'Evening Crumbs',
  });
});

test('a scenario that is added again starts with its first step', async () => {
  const gus = tester('gus');
  for (const status of [503, 503, 500]) {
    await gus.addScenarios({ 'busy-brief': busy(status) });
    await gus.addScenarios({ 'idle-brief': busy(500) });
    expect(await statusesOf('busy-brief', 'gus')).toEqual([status, 200]);
  }
});

test('they are listed for the name, and gone after a reset', async () => {
  for (const remove of [
    () => tester('ben').reset(),
    () => fetch(`${mock().url}/mock/reset`, { method: 'POST' }),
  ]) {
    await tester('ben').addScenarios({ 'busy-brief': { ...busy(503), description: 'Is busy.' } });
    const list = async (path: string) => (await fetch(`${mock().url}/mock/${path}`)).text();
    expect(await list('scenarios.yaml?name=ben')).toContain('Is busy.');
    expect(await list('scenarios.yaml?name=other')).not.toContain('Is busy.');
    await remove();
    expect(await list('scenarios.yaml?name=ben')).not.toContain('Is busy.');
    expect(await statusesOf('busy-brief', 'ben')).toEqual([404, 404]);
  }
});

test('a scenario that the contract no longer has is rejected with the line', async () => {
  const response = await send('POST', '?name=cora', 'scenarios:\n  x: { operation: getbrief }');
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain('body:2 "x" is skipped, because the contract');
});

test('a request without a name is rejected', async () => {
  expect((await send('POST', '')).status).toBe(400);
});
