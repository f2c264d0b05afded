import { describe, expect, test } from 'vitest';
import {
  briefsPath,
  currentUserPath,
  shareTestMock,
  signInPath,
  submission,
  submit,
  submitPath,
} from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

function get(path: string, prefer: string): Promise<Response> {
  return fetch(sharedMock().url + path, { headers: { Prefer: prefer } });
}

const daily = `${briefsPath}/daily-harvest`;

describe('Prefer', () => {
  test.each([
    ['code=404', 404, { detail: 'There is no such brief.' }],
    ['code=504', 504, { mayHaveArrived: true }],
    ['example=spacesInName', 200, { name: 'Food & Drink' }],
    ['code=200, example=spacesInName', 200, { name: 'Food & Drink' }],
    ['example="spacesInName"', 200, { name: 'Food & Drink' }],
    ['Code = 500', 500, { detail: 'Something went wrong.' }],
    ['example=unauthorized', 401, { detail: 'Not signed in.' }],
    ['respond-async, return=minimal', 200, { name: 'daily-harvest' }],
    ['code=404, code=500', 404, {}],
  ])('%s is applied', async (prefer, status, body) => {
    const response = await get(daily, prefer);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(body);
  });

  test('Preference-Applied lists exactly the applied preferences', async () => {
    const response = await get(daily, 'respond-async, code=404, example=notFound, wait=0.01');
    expect(response.headers.get('preference-applied')).toBe(
      'code=404, example=notFound, wait=0.01',
    );
    expect((await get(daily, 'respond-async')).headers.has('preference-applied')).toBe(false);
  });

  test('wait=0.3 delays the response by 0.3 seconds', async () => {
    const started = performance.now();
    const response = await get(daily, 'wait=0.3');
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
    expect(await response.json()).toMatchObject({ name: 'daily-harvest' });
  });

  test('takes precedence over a scenario', async () => {
    expect((await get(`${briefsPath}/broken-brief`, 'code=404')).status).toBe(404);
  });

  test('an example is sent with its media type', async () => {
    const response = await get(currentUserPath, 'example=unauthorizedPage');
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('a selected response of a protected operation needs no sign-in', async () => {
    const response = await get(currentUserPath, 'code=200');
    expect(await response.json()).toMatchObject({ fullName: 'Edith Torr' });
  });

  test('a selected response without a body has none', async () => {
    const { url } = sharedMock();
    const headers = { 'Content-Type': 'application/json', Prefer: 'code=204' };
    const body = JSON.stringify(submission());
    const response = await fetch(url + submitPath, { method: 'POST', headers, body });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
  });

  test('an example is sent with its headers', async () => {
    const response = await fetch(sharedMock().url + signInPath, {
      method: 'POST',
      headers: { Prefer: 'example=signedIn' },
      body: new URLSearchParams({ username: 'nobody', password: 'x' }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('password-expired')).toBe('false');
  });

  test('a request that violates the contract is still rejected', async () => {
    const { url } = sharedMock();
    const headers = { 'Content-Type': 'application/json', Prefer: 'code=200' };
    const response = await fetch(url + submitPath, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(400);
    expect((await submit({ url })).status).toBe(200);
  });

  test.each([
    [
      'code=418',
      'Prefer: getBrief has no response with status 418. The contract declares 200 (daily, spacesInName), 400 (badRequest), ',
    ],
    ['example=nothing', 'Prefer: getBrief has no response with example "nothing".'],
    [
      'code=404, example=daily',
      'Prefer: getBrief has no response with status 404 and example "daily".',
    ],
    ['code=abc', 'Prefer code: expected a status from 200 to 599, got "abc".'],
    ['code', 'Prefer code: expected a status from 200 to 599, got "".'],
    ['code=100', 'Prefer code: expected a status from 200 to 599, got "100".'],
    ['wait=-1', 'Prefer wait: expected a number of seconds from 0 to 600, got "-1".'],
    ['wait=601', 'Prefer wait: expected a number of seconds from 0 to 600, got "601".'],
    ['example=', 'Prefer example: expected the name of an example, got "".'],
  ])('%s returns 400 with the reason', async (prefer, reason) => {
    const response = await get(daily, prefer);
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toContain(reason);
  });
});
