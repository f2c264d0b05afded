import { beforeAll, expect, test } from 'vitest';
import { copyWithChange } from '../temporaryFiles.ts';
import {
  getBrief,
  postJson,
  shareTestMock,
  startTestMock,
  submit,
} from './fixtures/startTestMock.ts';

const mock = shareTestMock();

beforeAll(async () => {
  await submit(mock(), { briefId: 'daily-harvest.anna', text: 'Hello' });
  await getBrief(mock(), 'daily-harvest');
});

/** Why the requests of a name cannot be found; undefined if the pattern is possible. */
async function rejectionOf(pattern: object, name = 'anna', { url, journal } = mock()) {
  const since = `${journal.run.slice(0, 8)}:0`;
  const query = `name=${name}&since=${since}&settle=0`;
  const response = await postJson(`${url}/mock/journal/find?${query}`, pattern);
  const { detail } = (await response.json()) as { detail?: string };
  return response.status === 400 ? detail : undefined;
}

const declared: Readonly<Record<string, string>> = {
  '{"operation":"getbrief"}': 'operation: expected one of getBrief, submitFeedback, ',
  '{"scenario":"slow-breif"}': 'got "slow-breif".',
  '{"operation":"getBrief","scenario":"slow-submission"}':
    'scenario: expected one of missing-brief, ',
  '{"operation":"signIn","status":[200,"3xx"]}':
    'status: expected one of 400, 401, 403, 413, 415, 429, 500, 502, 503, 504, 2XX, ',
  '{"operation":"signOut","status":404}': 'status: expected one of 401, 403, 429, 500, 502, 503, ',
  '{"body":{"subjectline":"x"}}':
    'body.subjectline: no body has "subjectline"; expected one of briefId, subscriberId, subjectLine, ',
  '{"body":{"__proto__":"x"}}': 'body.__proto__: no body has "__proto__"; ',
  '{"operation":"signIn","body":{"text":"x"}}':
    'body.text: no body has "text"; expected one of username, password.',
  '{"operation":"getBrief","body":{"text":"x"}}': 'body.text: there is no such body.',
  '{"body":{"text.x":"a"}}': 'body.text.x: no "text" has "x"; expected none.',
  '{"body":{"text":["a",7]}}': 'body.text: "text" is no number.',
  '{"body":{"password":"a"}}': 'body.password: the journal does not contain this value, which is ',
  '{"query":{"password":"a"}}': 'query.password: the journal does not contain this value',
  '{"header":{"Cookie":"a"}}': 'header.Cookie: the journal does not contain this value',
};

test.each(Object.entries(declared))(
  'what neither the contract nor the data has is rejected: %s',
  async (json, reason) => {
    expect(await rejectionOf(JSON.parse(json))).toContain(reason);
  },
);

test.each([
  { pattern: { header: { 'CONTENT-TPYE': 'a' } }, reason: 'header.CONTENT-TPYE: expected one of ' },
  { pattern: { query: { pgae: 2 } }, reason: 'query.pgae: expected none, got "pgae".' },
  { pattern: { key: 'daily-harvest.' }, reason: 'key: expected one of daily-harvest, ' },
  { pattern: { key: ['daily-harvest', 'x'] }, reason: 'got "x".' },
  { name: 'none', pattern: { key: 'daily-harvest.anna' }, reason: 'got "daily-harvest.anna".' },
  { pattern: { body: { briefId: 'daily-harvets' } }, reason: 'got "daily-harvets".' },
  { name: 'zoe', pattern: { body: { briefId: 'daily-harvest' } }, reason: ' daily-harvest.zoe, ' },
])(
  'what no request of the name has had is rejected: $pattern',
  async ({ name, pattern, reason }) => {
    expect(await rejectionOf(pattern, name)).toContain(reason);
  },
);

test.each([
  { operation: 'signIn', status: 'none' },
  { operation: 'getBrief', status: [404, '5xx'] },
  { key: ['daily-harvest', 'daily-harvest.anna', 'missing-brief'] },
  { body: { briefId: ['daily-harvest.anna', { contains: 'any part' }] } },
  { header: { 'Content-Type': 'a' } },
])('what a request may have is accepted: %j', async (pattern) => {
  expect(await rejectionOf(pattern)).toBeUndefined();
});

test('a long list of what there is ends with the number of the others', async () => {
  for (let i = 0; i < 9; i += 1) await getBrief(mock(), `unheard-of-${i}.many`);
  expect(await rejectionOf({ key: 'x' }, 'many')).toMatch(/[^,] and \d+ more, got "x"\.$/);
});

test('every name of a nested field is compared with the contract', async () => {
  const nested =
    'address: { type: object, properties: { city: { type: string }, tags: { type: array } } }';
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('        recaptchaResponse:\n', `        ${nested}\n        recaptchaResponse:\n`),
  );
  const own = await startTestMock({ contractFile });
  const rejection = await rejectionOf({ body: { 'address.citty': 'a' } }, 'anna', own);
  expect(rejection).toContain('no "address" has "citty"; expected one of city, tags.');
  for (const field of ['address.city', 'address.tags.0'])
    expect(await rejectionOf({ body: { [field]: 'a' } }, 'anna', own)).toBeUndefined();
});
