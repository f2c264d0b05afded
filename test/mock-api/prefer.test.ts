import { describe, expect, test } from 'vitest';
import {
  BRIEFS,
  CURRENT_USER,
  postJson,
  SIGN_IN,
  SUBMIT,
  sharedMock,
  submission,
} from '../support/mockServer.ts';

const mock = sharedMock();

function get(path: string, prefer: string): Promise<Response> {
  return fetch(mock().url + path, { headers: { Prefer: prefer } });
}

const daily = `${BRIEFS}/daily-harvest`;

describe('Prefer', () => {
  test.each([
    ['code=404', 404, { message: 'There is no such brief.' }],
    ['code=504', 504, { mayHaveArrived: true }],
    ['example=spacesInName', 200, { name: 'Food & Drink' }],
    ['code=200, example=spacesInName', 200, { name: 'Food & Drink' }],
    ['example="spacesInName"; x=y', 200, { name: 'Food & Drink' }],
    ['Code = 500', 500, { message: 'Something went wrong.' }],
    ['example=unauthorized', 401, { message: 'Not signed in.' }],
    ['respond-async, return=minimal', 200, { name: 'daily-harvest' }],
    ['code=404, code=500', 404, {}],
  ])('%s is obeyed', async (prefer, status, body) => {
    const answer = await get(daily, prefer);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject(body);
  });

  test('what was applied is told, and nothing else', async () => {
    const answer = await get(daily, 'respond-async, code=404, example=notFound, wait=0.01');
    expect(answer.headers.get('preference-applied')).toBe('code=404, example=notFound, wait=0.01');
    expect((await get(daily, 'respond-async')).headers.has('preference-applied')).toBe(false);
  });

  test('wait=0.3 delays the answer by that many seconds', async () => {
    const started = performance.now();
    const answer = await get(daily, 'wait=0.3');
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
    expect(await answer.json()).toMatchObject({ name: 'daily-harvest' });
  });

  test('it comes before a scenario', async () => {
    expect((await get(`${BRIEFS}/broken-brief`, 'code=404')).status).toBe(404);
  });

  test('a media type goes with its example', async () => {
    const answer = await get(CURRENT_USER, 'example=unauthorizedPage');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('a protected operation answers by name without a sign-in', async () => {
    const answer = await get(CURRENT_USER, 'code=200');
    expect(await answer.json()).toMatchObject({ fullName: 'Edith Torr' });
  });

  test('an answer without a body has none', async () => {
    const { url } = mock();
    const headers = { 'Content-Type': 'application/json', Prefer: 'code=204' };
    const body = JSON.stringify(submission());
    const answer = await fetch(url + SUBMIT, { method: 'POST', headers, body });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
  });

  test('the headers of an example come with it', async () => {
    const answer = await fetch(mock().url + SIGN_IN, {
      method: 'POST',
      headers: { Prefer: 'example=signedIn' },
      body: new URLSearchParams({ username: 'nobody', password: 'x' }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('password-expired')).toBe('false');
  });

  test('a request that breaks the contract is refused all the same', async () => {
    const { url } = mock();
    const headers = { 'Content-Type': 'application/json', Prefer: 'code=200' };
    const answer = await fetch(url + SUBMIT, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(400);
    expect((await postJson(url + SUBMIT, submission())).status).toBe(200);
  });

  test.each([
    [
      'code=418',
      'The contract has no status 418 for getBrief. It has 200 (daily, spacesInName), 400 (badRequest), ',
    ],
    ['example=nothing', 'The contract has no example "nothing" for getBrief.'],
    [
      'code=404, example=daily',
      'The contract has no status 404 with example "daily" for getBrief.',
    ],
    ['code=abc', '"Prefer: code=abc" is unreadable; it takes a status from 100 to 599.'],
    ['code', '"Prefer: code=" is unreadable'],
    ['wait=-1', '"Prefer: wait=-1" is unreadable; it takes a number of seconds up to 600.'],
    ['wait=601', '"Prefer: wait=601" is unreadable'],
    ['example=', '"Prefer: example" is unreadable'],
  ])('%s is a 400 that says why', async (prefer, reason) => {
    const answer = await get(daily, prefer);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toContain(reason);
  });
});
