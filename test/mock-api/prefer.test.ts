import { expect, test } from 'vitest';
import {
  currentUserPath,
  getBrief,
  shareTestMock,
  signInPath,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';

const mock = shareTestMock();
const prefer = (Prefer: string, id = 'daily-harvest') =>
  getBrief(mock(), id, { headers: { Prefer } });

test.each([
  ['code=404', 404, { detail: 'There is no such brief.' }],
  ['code=504', 504, { mayHaveArrived: true }],
  ['example=spacesInName', 200, { name: 'Food & Drink' }],
  ['code=200, example="spacesInName"', 200, { name: 'Food & Drink' }],
  ['Code = 500', 500, { detail: 'Something went wrong.' }],
  ['respond-async, return=minimal', 200, { name: 'daily-harvest' }],
  ['code=404, code=500', 404, {}],
])('Prefer: %s is applied', async (preference, status, body) => {
  const response = await prefer(preference);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
});

test('Prefer takes precedence over a scenario', async () => {
  expect((await prefer('code=404', 'broken-brief')).status).toBe(404);
});

test('wait delays the response, and Preference-Applied lists what was applied', async () => {
  const started = performance.now();
  const response = await prefer('respond-async, code=404, example=notFound, wait=0.1');
  expect(performance.now() - started).toBeGreaterThanOrEqual(95);
  expect(response.headers.get('preference-applied')).toBe('code=404, example=notFound, wait=0.1');
  expect((await prefer('respond-async')).headers.has('preference-applied')).toBe(false);
});

test('a selected response of a protected operation needs no sign-in', async () => {
  const select = (Prefer: string) => fetch(mock().url + currentUserPath, { headers: { Prefer } });
  expect(await (await select('code=200')).json()).toMatchObject({ fullName: 'Edith Torr' });
  const page = await select('example=unauthorizedPage');
  expect(page.status).toBe(401);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('an example is sent with its headers, and without a body if it has none', async () => {
  const post = (path: string, Prefer: string, body: BodyInit, type: string) => {
    const headers = { Prefer, 'Content-Type': type };
    return fetch(mock().url + path, { method: 'POST', headers, body });
  };
  const json = 'application/json';
  const empty = await post(submitPath, 'code=204', JSON.stringify(submission()), json);
  expect(empty.status).toBe(204);
  expect(await empty.text()).toBe('');
  expect((await post(submitPath, 'code=204', '{}', json)).status).toBe(400);
  const form = 'application/x-www-form-urlencoded';
  const signedIn = await post(signInPath, 'example=signedIn', 'username=a&password=b', form);
  expect(signedIn.headers.get('password-expired')).toBe('false');
});

test.each([
  [
    'code=418',
    'Prefer: getBrief has no response with code=418. The contract declares 200 (daily, spacesInName), 400 (badRequest), ',
  ],
  ['code=404, example=daily', 'Prefer: getBrief has no response with code=404, example=daily.'],
  ['code', 'Prefer code: expected a status from 200 to 599, got "".'],
  ['code=100', 'Prefer code: expected a status from 200 to 599, got "100".'],
  ['wait=601', 'Prefer wait: expected a number of seconds from 0 to 600, got "601".'],
  ['example=', 'Prefer example: expected the name of an example, got "".'],
])('Prefer: %s returns 400 with the reason, also in the journal', async (preference, reason) => {
  const response = await prefer(preference);
  expect(response.status).toBe(400);
  expect((await response.json()).detail).toContain(reason);
  expect(mock().journal.list().at(-1)?.reason).toContain(reason);
});
