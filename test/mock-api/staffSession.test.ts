import { describe, expect, test } from 'vitest';
import {
  currentUserPath,
  shareTestMock,
  signIn,
  signInForCookie,
  signInPath,
  signOutPath,
} from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

describe('sign-in', () => {
  test('the right password starts a session with an HttpOnly cookie', async () => {
    const mock = sharedMock();
    const response = await signIn(mock, 'editor', 'correct horse');
    expect(response.status).toBe(200);
    expect(response.headers.get('password-expired')).toBe('false');
    expect(response.headers.get('set-cookie')).toMatch(/^JSESSIONID=[0-9A-F]{32}; .*HttpOnly/);
  });

  test('a password with reserved and non-ASCII characters works', async () => {
    const mock = sharedMock();
    const body = `username=admin&password=${encodeURIComponent('p&ss=w%rd + ünïcode')}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const response = await fetch(mock.url + signInPath, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
  });

  test('an expired password signs in and is reported in a header', async () => {
    const mock = sharedMock();
    const response = await signIn(mock, 'latecomer', 'winter2019');
    expect(response.status).toBe(200);
    expect(response.headers.get('password-expired')).toBe('true');
  });

  test.each([
    ['a wrong password', 'editor', 'wrong'],
    ['an unknown user', 'nobody', 'correct horse'],
    ['a suffix of more than 300 characters', `slow-current-user.${'a'.repeat(300)}`, 'x'],
    ['a name that every object inherits', 'constructor', 'x'],
  ])('%s returns 401 without a session', async (_, name, password) => {
    const mock = sharedMock();
    const response = await signIn(mock, name, password);
    expect(response.status).toBe(401);
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  test('a missing field returns 400', async () => {
    const mock = sharedMock();
    const response = await fetch(mock.url + signInPath, {
      method: 'POST',
      body: new URLSearchParams({ username: 'editor' }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: 'The body is missing the required property "password".',
    });
  });
});

describe('the current user', () => {
  test('is the user who signed in', async () => {
    const mock = sharedMock();
    const cookie = await signInForCookie(mock, 'editor', 'correct horse');
    const response = await fetch(mock.url + currentUserPath, { headers: { cookie } });
    expect(await response.json()).toEqual({
      userId: 'editor',
      roles: ['BRIEF_MANAGEMENT', 'feedback'],
      fullName: 'Edith Torr',
      emailAddress: 'edith.torr@example.com',
    });
  });

  test.each([
    ['no cookie', undefined],
    ['the cookie of an unknown session', 'JSESSIONID=0123'],
    ['an empty cookie', 'JSESSIONID='],
    ['another cookie', 'SESSION=1; x'],
  ])('with %s returns 401 with JSON', async (_, cookie) => {
    const mock = sharedMock();
    const response = await fetch(mock.url + currentUserPath, { headers: cookie ? { cookie } : {} });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('can return 401 with HTML after a successful sign-in', async () => {
    const mock = sharedMock();
    const cookie = await signInForCookie(mock, 'login-page-current-user');
    const response = await fetch(mock.url + currentUserPath, { headers: { cookie } });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<title>Please sign in</title>');
  });
});

describe('sign-out', () => {
  test('ends only its own session', async () => {
    const mock = sharedMock();
    const mine = await signInForCookie(mock, 'editor', 'correct horse');
    const theirs = await signInForCookie(mock, 'editor', 'correct horse');
    expect((await fetch(mock.url + signOutPath, { headers: { cookie: mine } })).status).toBe(200);

    const statusWith = async (cookie: string) =>
      (await fetch(mock.url + currentUserPath, { headers: { cookie } })).status;
    expect(await statusWith(mine)).toBe(401);
    expect(await statusWith(theirs)).toBe(200);
  });

  test('succeeds without a session', async () => {
    const mock = sharedMock();
    expect((await fetch(mock.url + signOutPath)).status).toBe(200);
  });
});

test('the session of a scenario ends after the first request, for one tester', async () => {
  const mock = sharedMock();
  const statuses: number[] = [];
  for (const suffix of ['anna', 'ben']) {
    const cookie = await signInForCookie(mock, `expired-session-current-user.${suffix}`);
    for (let i = 0; i < 3; i += 1) {
      const headers = { Cookie: cookie };
      statuses.push((await fetch(mock.url + currentUserPath, { headers })).status);
    }
  }
  expect(statuses).toEqual([200, 401, 401, 200, 401, 401]);
});
