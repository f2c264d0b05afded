import { expect, test } from 'vitest';
import {
  currentUserPath,
  getBrief,
  shareTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';

const mock = shareTestMock();
const prefer = (Prefer: string, id = 'daily-harvest') =>
  getBrief(mock(), id, { headers: { Prefer } });

test.each([
  ['code=404', 404, { detail: 'There is no such brief.' }],
  ['code=200, example="spacesInName"', 200, { name: 'Food & Drink' }],
  ['respond-async, return=minimal', 200, { name: 'daily-harvest' }],
  ['Code = 500, code=404', 500, {}],
])('Prefer: %s is applied', async (preference, status, body) => {
  const response = await prefer(preference);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
});

test('Prefer takes precedence over a scenario', async () => {
  expect((await prefer('code=404', 'broken-brief')).status).toBe(404);
});

test('a selected response of a protected operation needs no sign-in', async () => {
  const select = (Prefer: string) => fetch(mock().url + currentUserPath, { headers: { Prefer } });
  expect(await (await select('code=200')).json()).toMatchObject({ fullName: 'Edith Torr' });
  const page = await select('example=unauthorizedPage');
  expect(page.status).toBe(401);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('an example without a body is sent for a valid request only', async () => {
  const prefer204 = (body: string) => {
    const headers = { Prefer: 'code=204', 'Content-Type': 'application/json' };
    return fetch(mock().url + submitPath, { method: 'POST', headers, body });
  };
  const empty = await prefer204(JSON.stringify(submission()));
  expect([empty.status, await empty.text()]).toEqual([204, '']);
  expect((await prefer204('{}')).status).toBe(400);
});

test.each([
  ['code=418', 'code=418. The contract declares 200 (daily, spacesInName), 400 (badRequest), '],
  ['code=404, example=daily', 'code=404, example=daily.'],
  ['code', 'code.'],
  ['code=100', 'code=100.'],
  ['example=', 'example=.'],
])('Prefer: %s returns 400 with the reason, also in the journal', async (preference, end) => {
  const response = await prefer(preference);
  expect(response.status).toBe(400);
  const reason = `Prefer: getBrief has no response with ${end}`;
  expect((await response.json()).detail).toContain(reason);
  expect(mock().journal.list().at(-1)?.reason).toContain(reason);
});
