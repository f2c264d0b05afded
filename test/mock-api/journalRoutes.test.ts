import request from 'supertest';
import { expect, test } from 'vitest';
import {
  getBrief,
  postJson,
  shareTestMock,
  startTestMock,
  submit,
} from '../support/mock/startTestMock.ts';
import { copyWithChange } from '../support/mock/temporaryFiles.ts';

const mock = shareTestMock();

test.each([
  ['colour=red', 'Unknown filter "colour": expected one of operation, status, key, '],
  ['status=ok', 'Filter "status": expected a status, a class such as 4xx, or none, got "ok".'],
  ['outcome=complete', 'Filter "outcome": did you mean completed, got "complete".'],
  ['operation=unknown', 'Filter "operation": expected one of getBrief, '],
  ['scenario=slow-breif', 'Filter "scenario": did you mean slow-brief, got "slow-breif".'],
  ['method=GETT', 'Filter "method": did you mean GET, got "GETT".'],
  ['path=/rest?page=2', 'Filter "path": expected a path without a query, '],
  ['header.a%20b=c', 'Filter "header.a b": expected the name of a header.'],
  ['operation=getBrief&status=299', '299 is declared by no response of getBrief.'],
  ['text=status:ok', 'Filter "status": expected a status, '],
  ['text=%20', 'Filter "text": expected a text, got "".'],
  ['colour=red&method=', 'Filter "method": expected a method'],
  ['violations=1', 'true or false'],
  ['body.subjectline=x', 'Filter "body.subjectline": no body has "subjectline"; did you mean'],
  ['body.__proto__=x', 'Filter "body.__proto__": no body has "__proto__"; the names are '],
  ['operation=signIn&body.text=x', 'no body has "text"; the names are username, password.'],
  ['operation=signOut&body.text=x', 'Filter "body.text": there is no such body.'],
  ['body.text.x=a', 'Filter "body.text.x": no "text" has "x"; it has no fields.'],
  ['body.text~=(a', 'Filter "body.text~": expected a regular expression such as /^hello/i, '],
  [`body.text~=/${'a'.repeat(200)}/`, 'expected a regular expression'],
  ['body.text=a&body.text=b', 'Filter "body.text": expected one value, got ["a","b"].'],
  ['key=a&key=b', 'Filter "key": expected one value, got ["a","b"].'],
  ['name=', 'Filter "name": expected up to 40 letters, digits, '],
])('the filter %s is rejected', async (query, reason) => {
  const response = await fetch(`${mock().url}/mock/journal?${query}`);
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain(reason);
});

test('every name of a nested field is compared with the contract', async () => {
  const nested =
    'address: { type: object, properties: { city: { type: string }, tags: { type: array } } }';
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('        recaptchaResponse:\n', `        ${nested}\n        recaptchaResponse:\n`),
  );
  const { url } = await startTestMock({ contractFile });
  const detailOf = async (field: string) =>
    (await (await fetch(`${url}/mock/journal?body.${field}=a`)).json()).detail;
  expect(await detailOf('address.citty')).toContain('no "address" has "citty"; did you mean city.');
  for (const field of ['address.city', 'address.tags.0']) {
    expect(await detailOf(field)).toBeUndefined();
  }
});

test.each([
  ['/mock/journal/wait?timeout=-1', 'timeout: expected a whole number from 0 to 600000'],
  ['/mock/journal/wait?timeout=600001', 'timeout: expected a whole number from 0 to 600000'],
  ['/mock/journal/wait?count=0', 'count: expected a whole number from 1 to 999999, got "0".'],
  ['/mock/console.json?bogus=1', 'Unknown query parameter "bogus": expected name.'],
  ['/mock/journal/%zz', 'The path has a malformed percent-encoding.'],
])('GET %s is rejected', async (path, reason) => {
  const response = await fetch(mock().url + path);
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain(reason);
});

test.each(['?', '/wait?', '/wait?key=nobody&timeout=50&'])(
  'a regular expression that takes too long is rejected: %s',
  async (route) => {
    await submit(mock(), { text: `${'a'.repeat(60)}b` });
    const pattern = encodeURIComponent('/^(a+)+$/');
    const response = await fetch(`${mock().url}/mock/journal${route}body.text~=${pattern}`);
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toBe('The regular expression took longer than 200 ms.');
  },
);

test('clear removes the entries whose ids are in its body, which must be JSON', async () => {
  const { url, journal } = await startTestMock();
  for (const id of ['a', 'b', 'c']) await getBrief({ url }, id);
  const clear = (body: unknown) => postJson(`${url}/mock/journal/clear`, body);
  expect(await (await clear({ ids: [1, 3, 77] })).json()).toEqual({ cleared: 2 });
  for (const body of [{ ids: ['2'] }, '[', 'null']) expect((await clear(body)).status).toBe(400);
  expect((await (await clear('[')).json()).detail).toBe('The body is not valid JSON.');
  const form = { method: 'POST', body: new URLSearchParams({ ids: '2' }) };
  expect((await fetch(`${url}/mock/journal/clear`, form)).status).toBe(400);
  expect(journal.list().map(({ key }) => key)).toEqual(['b']);
});

test('a site whose name resolves to this machine reads nothing', async () => {
  const { url } = await startTestMock({ allowedHosts: ['qa.example.com'] });
  const statusFor = async (headers: Record<string, string>) =>
    (await request(url).get('/mock/journal').set(headers)).status;
  const local = ['127.0.0.1', '[::1]:4010', 'localhost:80', 'mock:4010', 'phone.local'];
  for (const Host of [...local, 'QA.example.com:4010']) {
    expect(await statusFor({ Host })).toBe(200);
    expect(await statusFor({ 'X-Forwarded-Host': `${Host}, localhost` })).toBe(200);
    expect(await statusFor({ Host, 'X-Forwarded-Host': 'attacker.example' })).toBe(403);
    expect(await statusFor({ Host: 'attacker.example:4010', 'X-Forwarded-Host': Host })).toBe(403);
  }
});

test.each([
  [403, { 'Sec-Fetch-Site': 'same-site' }],
  [403, { Origin: 'http://attacker.example' }],
  [403, { Origin: 'null' }],
  [200, { Origin: 'http://192.168.0.7:3000', 'X-Forwarded-Host': '192.168.0.7:3000' }],
  [200, { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' }],
])(
  'only a page of the mock’s or the host’s origin can reset: %i for %o',
  async (status, headers) => {
    const response = await request(mock().url).post('/mock/reset').set(headers);
    expect(response.status).toBe(status);
    if (status === 200) return;
    expect(response.body.detail).toBe('Pages of another origin cannot change the mock.');
  },
);
