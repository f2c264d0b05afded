import { beforeAll, expect, test } from 'vitest';
import {
  briefsPath,
  getBrief,
  shareTestMock,
  startTestMock,
  submit,
} from './fixtures/startTestMock.ts';
import { copyWithChange } from './fixtures/temporaryFiles.ts';

const mock = shareTestMock();

beforeAll(async () => {
  await submit(mock(), { briefId: 'daily-harvest.anna', text: `${'a'.repeat(60)}b` });
  await getBrief(mock(), 'daily-harvest');
});

async function rejectionOf(query: string, url = mock().url): Promise<string | undefined> {
  const response = await fetch(`${url}/mock/journal?${encodeURI(query).replaceAll('+', '%2B')}`);
  const { detail } = (await response.json()) as { detail?: string };
  expect(response.status).toBe(detail === undefined ? 200 : 400);
  return detail;
}

test.each([
  ['operation=getbrief', 'got "getbrief".'],
  ['scenario=slow-breif', 'got "slow-breif".'],
  ['operation=getBrief&scenario=slow-submission', 'expected one of missing-brief, '],
  ['method=GETT', 'got "GETT".'],
  [
    'operation=signIn&status=200,3xx',
    'expected one of 400, 401, 403, 413, 415, 429, 500, 502, 503, 504, 2XX, ',
  ],
  ['operation=signOut&status=404', 'expected one of 401, 403, 429, 500, 502, 503, 504, 2XX, '],
  ['path=/rest/nothing', 'expected one of /rest/'],
])('a name that nothing has is rejected: %s', async (query, reason) => {
  const condition = query.split('&').at(-1)?.split('=')[0];
  expect(await rejectionOf(query)).toContain(`Filter "${condition}": `);
  expect(await rejectionOf(query)).toContain(reason);
});

test.each([
  [
    'body.subjectline=x',
    'no body has "subjectline"; expected one of briefId, subscriberId, subjectLine, ',
  ],
  ['body.__proto__=x', 'no body has "__proto__"; '],
  ['operation=signIn&body.text=x', 'no body has "text"; expected one of username, password.'],
  ['body.text.x=a', 'no "text" has "x"; expected none.'],
  ['body.text:=7', '"text" is no number.'],
  ['body.password=a', 'Filter "body.password": the journal does not contain this value.'],
  ['query.password=a', 'Filter "query.password": the journal does not contain this value.'],
  ['header.Cookie=a', 'Filter "header.Cookie": the journal does not contain this value.'],
  ['header.CONTENT-TPYE=a', 'got "content-tpye".'],
  ['header.X-Demo=a', 'expected one of '],
  ['query.pgae=2', 'expected none, got'],
  ['body.text~=/^(a+)+$/', 'The regular expression took longer than 200 ms.'],
])('a field that no request has is rejected: %s', async (query, reason) => {
  expect(await rejectionOf(query)).toContain(reason);
});

test.each([
  ['key=daily-harvest.', 'got "daily-harvest.".'],
  ['name=none&key=daily-harvest.anna', 'got "daily-harvest.anna"'],
  ['body.briefId=daily-harvets', 'got "daily-harvets"'],
  ['name=zoe&body.briefId=daily-harvest', 'expected one of daily-harvest.zoe, '],
  [`name=zoe&path=${briefsPath}/daily-harvest`, 'expected one of daily-harvest.zoe, '],
])('an id that no request of the name has is rejected: %s', async (query, reason) => {
  expect(await rejectionOf(query)).toContain(reason);
});

test('every name of a nested field is compared with the contract', async () => {
  const nested =
    'address: { type: object, properties: { city: { type: string }, tags: { type: array } } }';
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('        recaptchaResponse:\n', `        ${nested}\n        recaptchaResponse:\n`),
  );
  const { url } = await startTestMock({ contractFile });
  const rejection = await rejectionOf('body.address.citty=a', url);
  expect(rejection).toContain('no "address" has "citty"; expected one of city, tags.');
  for (const field of ['address.city', 'address.tags.0'])
    expect(await rejectionOf(`body.${field}=a`, url)).toBeUndefined();
});
