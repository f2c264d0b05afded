import { expect, test } from 'vitest';
import { forTester } from '../../mock-api/testing/forTester.ts';
import {
  getBrief,
  postJson,
  shareTestMock,
  startTestMock,
  submission,
  submit,
  submitPath,
} from '../support/mock/startTestMock.ts';

const mock = shareTestMock();

test.each([
  [
    'a part of the body',
    { body: { text: { contains: 'X' } } },
    { text: 'a X' },
    { text: 'a x' },
    'body.text is not {"contains":"X"}',
  ],
  [
    'a regular expression',
    { body: { text: { matches: '/^x/i' } } },
    { text: 'Xa' },
    { text: 'aX' },
    'body.text is not {"matches":"/^x/i"}',
  ],
  [
    'a number',
    { body: { subscriberId: 7 } },
    { subscriberId: 7 },
    { subscriberId: '7' },
    'body.subscriberId is not 7',
  ],
  [
    'two values',
    { body: { subscriberId: 7, text: 'a' } },
    { subscriberId: 7, text: 'a' },
    { subscriberId: 8, text: 'b' },
    'body.subscriberId is not 7; body.text is not "a"',
  ],
])('a scenario that asks for %s applies only then', async (_, when, met, unmet, reason) => {
  const tester = forTester('anna', { url: mock().url });
  await tester.reset();
  await tester.addScenarios({ picky: { for: ['submission'], when, status: 503 } });
  const briefId = tester.id('picky-submission');
  expect((await submit(mock(), { briefId, ...unmet })).status).toBe(200);
  expect((await submit(mock(), { briefId, ...met })).status).toBe(503);
  expect(await tester.journal({})).toMatchObject([
    { reason: `The scenario picky-submission does not apply: ${reason}.` },
    { scenario: 'picky-submission', reason: expect.stringContaining('and meets {"body"') },
  ]);
  await tester.finish();
});

test('a scenario can ask for a header and a parameter of the query', async () => {
  const tester = forTester('ben', { url: mock().url });
  await tester.addScenarios({
    picky: {
      for: ['brief'],
      when: { header: { 'X-Demo': 'yes' }, query: { page: { contains: '1' } } },
      status: 503,
    },
  });
  const statusOf = async (query: string, headers: Record<string, string>) =>
    (await getBrief(mock(), `${tester.id('picky-brief')}${query}`, { headers })).status;
  expect(await statusOf('?page=12', { 'x-demo': 'yes' })).toBe(503);
  expect(await statusOf('?page=2', { 'x-demo': 'yes' })).toBe(200);
  expect(await statusOf('?page=12', {})).toBe(200);
});

test('an attempt that does not meet the conditions is not counted', async () => {
  const tester = forTester('cora', { url: mock().url });
  await tester.addScenarios({
    picky: { for: ['brief'], when: { header: { 'X-Demo': 'yes' } }, steps: [503, 'ok'] },
  });
  const statusOf = async (demo: string) =>
    (await getBrief(mock(), tester.id('picky-brief'), { headers: { 'X-Demo': demo } })).status;
  expect([await statusOf('no'), await statusOf('yes'), await statusOf('yes')]).toEqual([
    200, 503, 200,
  ]);
});

test.each([
  [
    'body: { subjectline: a }',
    'when.body.subjectline, no body has "subjectline"; did you mean subjectLine.',
  ],
  ['header: { "X Demo": a }', 'when.header.X Demo, must be the name of a header.'],
  [
    'body: { text: { matches: "hello" } }',
    'when.body.text.matches, must be a regular expression such as /^hello/i.',
  ],
  ['body: { text: { contains: "" } }', 'when.body.text.contains, must have at least 1 character'],
  ['body: { text: {} }', 'when.body.text, must '],
  ['body: {}', 'when.body, must '],
  ['cookie: { a: b }', 'when, has the unknown property "cookie"'],
])('a condition that cannot be met is reported: %s', async (when, reason) => {
  const body = `scenarios:\n  x: { for: [submission], status: 503, when: { ${when} } }`;
  const response = await fetch(`${mock().url}/mock/scenarios?name=a`, { method: 'POST', body });
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain(reason);
});

test('a regular expression of a scenario that takes too long does not stop the mock', async () => {
  const tester = forTester('dora', { url: mock().url });
  await tester.addScenarios({
    slow: { for: ['submission'], when: { body: { text: { matches: '/^(a+)+$/' } } }, status: 503 },
  });
  const briefId = tester.id('slow-submission');
  const response = await postJson(
    mock().url + submitPath,
    submission({ briefId, text: `${'a'.repeat(40)}!` }),
  );
  expect(response.status).toBe(500);
  expect((await getBrief(mock(), 'daily-harvest')).status).toBe(200);
});

test('a scenario of a tester whose id can have no name is rejected', async () => {
  const { url } = await startTestMock({ contractFile: 'test/support/mock/garden.yaml' });
  const add = (scenarios: object) =>
    fetch(`${url}/mock/scenarios?name=anna`, {
      method: 'POST',
      body: JSON.stringify({ scenarios }),
    });
  const rejected = await add({ 7: { operation: 'readBed', status: 410 } });
  expect((await rejected.json()).detail).toBe(
    '"7" cannot have the name of a tester: id must be of type integer.',
  );
  expect((await add({ Herbs: { operation: 'createBed', status: 410 } })).status).toBe(200);
});
