import { expect, test as plainTest } from 'vitest';
import { createIsSecret, loadContractContext } from '#contract';
import { describeExchange } from '../../mock-api/journal/describeExchange.ts';
import { maskHeaders, maskText, maskUrl, maskValue } from '../../mock-api/journal/maskSecrets.ts';
import { contractOf } from '../oneOperation.ts';
import { contractWith } from './fixtures/changedContract.ts';
import { mockTest as test } from './fixtures/mockTest.ts';
import { startTestMock, submission, submitPath } from './fixtures/startTestMock.ts';

plainTest('clear removes the entries whose ids are in its body', async () => {
  const { http, getBrief, journal } = await startTestMock();
  for (const id of ['a', 'b', 'c']) await getBrief(id);
  const { body } = await http.post('/mock/journal/clear').send({ ids: [1, 3, 77] });
  expect(body).toEqual({ cleared: 2 });
  expect(journal.list().map(({ key }) => key)).toEqual(['b']);
});

test.for(
  Object.entries({
    '{"ids":["2"]}': 'application/json',
    '[': 'application/json',
    null: 'application/json',
    'ids=2': 'application/x-www-form-urlencoded',
  }),
)('clear rejects the body %s of %s', async ([body, type], { mock }) => {
  await mock.http.post('/mock/journal/clear').type(type).send(body).expect(400);
});

test('a path with a malformed percent-encoding is rejected', async ({ mock }) => {
  const { body } = await mock.http.get('/mock/journal/%zz').expect(400);
  expect(body.detail).toBe('The path has a malformed percent-encoding.');
});

test('an entry has the request and its response', async ({ mock }) => {
  const sent = submission({ text: 'Grüße\n<b>🌾</b>', subscriberId: 7 });
  await mock.submit(sent).set('X-Test', 'a');
  const { at, durationMs, ...entry } = await mock.entry({ operation: 'submitFeedback' });
  expect(entry).toMatchObject({
    method: 'POST',
    path: submitPath,
    key: 'daily-harvest',
    body: sent,
    requestHeaders: { 'x-test': 'a' },
    status: 200,
    mediaType: 'application/json',
    responseBody: '{"accepted":true}',
    outcome: 'completed',
    violations: [],
  });
  expect(Date.parse(at)).toBeGreaterThan(Date.now() - 10_000);
  expect(durationMs).toBeGreaterThanOrEqual(0);
});

plainTest('an entry has no secrets', async () => {
  const { http, getBrief, signInForCookie, journal } = await startTestMock();
  const query = 'p%61ssword=horse/a?horse;b&user[password]=horse&access_token=horse&page=2';
  await http
    .get(`/rest/x?${query}`)
    .set({ 'X-Auth-Token': 'horse', Referer: `http://a/?${query}` });
  await getBrief('real;password=horse.anna');
  const cookie = await signInForCookie('editor', 'correct horse');
  await http.get('/jsp/logout.jsp?password=correct%20horse').set('Cookie', cookie);
  const recorded = JSON.stringify(journal.list());
  expect(recorded).toContain(
    '"path":"/rest/x?p%61ssword=•••&user[password]=•••&access_token=•••&page=2"',
  );
  expect(recorded).toMatch(/editor.*"cookie":"•••"/);
  expect(recorded).not.toMatch(/correct|horse/);
  expect(recorded).not.toContain(cookie.split('=')[1]);
});

plainTest('a secret in the path is replaced by the path of the contract', async () => {
  const changes = `
    paths:
      /resets/{code}:
        get:
          operationId: getReset
          parameters: [{ name: code, in: path, required: true, schema: { type: string, format: password } }]
          responses: { 4XX: { description: Unknown. } }`;
  const context = await loadContractContext(await contractWith(changes));
  const req = { method: 'GET', url: '/resets/horse?page=2', headers: {} };
  const { path } = describeExchange({ req, context, violations: [] }, true);
  expect(path).toBe('/resets/{code}');
});

test('a request with thousands of violations and a long body takes little memory', async ({
  mock,
}) => {
  const names = Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]);
  await mock.submit({ briefId: 'b'.repeat(301), ...Object.fromEntries(names) });
  const { key, body, violations } = await mock.entry({
    violations: true,
    operation: 'submitFeedback',
  });
  expect({ key, body }).toEqual({
    key: undefined,
    body: expect.stringMatching(/too long to record$/),
  });
  expect(violations).toHaveLength(50);
});

const isSecret = createIsSecret(contractOf({ responses: {} }));

plainTest('a value is masked at any depth, with all that it contains', () => {
  const value = { user: { name: 'anna', password: 'a' }, list: [{ token: { value: 'b' } }] };
  expect(maskValue(value, isSecret)).toEqual({
    user: { name: 'anna', password: '•••' },
    list: [{ token: '•••' }],
  });
});

plainTest.each(
  Object.entries({
    '/a;jsessionid=1;x=2/b?page=2': '/a;jsessionid=•••;x=2/b?page=2',
    '/a?p%61ssword=x/a?b;c&user[password]=x&page=2': '/a?p%61ssword=•••&user[password]=•••&page=2',
    '/a;password=b&c/d?a;jsessionid=1': '/a;password=•••/d?a;jsessionid=•••',
    'https://app.test/callback?code=x&state=y': 'https://app.test/callback?code=•••&state=y',
    '/callback#access_token=x&token_type=bearer': '/callback#access_token=•••&token_type=bearer',
    '/code/token?country_code=de': '/code/token?country_code=de',
  }),
)('a URL is masked in its path, its query and its fragment: %s', (url, masked) => {
  expect(maskUrl(url, isSecret)).toBe(masked);
});

plainTest('a header is masked as a whole, or in its URL', () => {
  const headers = {
    'x-functions-key': 'x',
    'set-cookie': ['a=x', 'b=y'],
    location: '/callback?code=x',
    link: '</next?page=2>; rel="next"',
    accept: ['text/html', 'image/png'],
  };
  expect(maskHeaders(headers, isSecret)).toEqual({
    'x-functions-key': '•••',
    'set-cookie': '•••',
    location: '/callback?code=•••',
    link: '</next?page=2>; rel="next"',
    accept: 'text/html, image/png',
  });
});

plainTest.each(
  Object.entries({
    '{"a": 1.0}': '{"a": 1.0}',
    '{"id":12345678901234567890,"password":"x"}': '{"id":12345678901234567890,"password":"•••"}',
    '{"pass\\u0077ord":"x"}': '{"password":"•••"}',
    '{"a":1,"a":2,"password":"x"}': '•••',
    '{"a":{"password":"x"},"a":1}': '•••',
    ')]}\',\n{"token":"x"}': '•••',
    'token=x': 'token=x',
  }),
)(
  'a text stays as it is without a secret, and is masked as a whole if it cannot be parsed: %j',
  (text, masked) => {
    expect(maskText(text, 'text/plain', isSecret)).toBe(masked);
  },
);

plainTest('a form is masked by its names', () => {
  const type = 'application/x-www-form-urlencoded; charset=utf-8';
  expect(maskText('access_token=x&scope=repo', type, isSecret)).toBe('access_token=•••&scope=repo');
});
