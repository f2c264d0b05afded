import { describe, expect, test } from 'vitest';
import {
  CURRENT_USER,
  SIGN_IN,
  SIGN_OUT,
  sessionOf,
  sharedMock,
  signInAs,
} from '../support/mockServer.ts';

const running = sharedMock();

describe('sign-in', () => {
  test('the right password begins a session that scripts cannot read', async () => {
    const mock = running();
    const answer = await signInAs(mock, 'editor', 'correct horse');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('password-expired')).toBe('false');
    expect(answer.headers.get('set-cookie')).toMatch(/^JSESSIONID=[0-9A-F]{32}; .*HttpOnly/);
  });

  test('a password with every awkward character arrives', async () => {
    const mock = running();
    const body = `username=admin&password=${encodeURIComponent('p&ss=w%rd + ünïcode')}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(mock.url + SIGN_IN, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  });

  test('an expired password signs in and says so', async () => {
    const mock = running();
    const answer = await signInAs(mock, 'latecomer', 'winter2019');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('password-expired')).toBe('true');
  });

  test.each([
    ['a wrong password', 'editor', 'wrong'],
    ['an unknown user', 'nobody', 'correct horse'],
    ['a name that every object has', 'constructor', 'x'],
  ])('%s is refused with 401 and no session', async (_, name, password) => {
    const mock = running();
    const answer = await signInAs(mock, name, password);
    expect(answer.status).toBe(401);
    expect(answer.headers.has('set-cookie')).toBe(false);
  });

  test('a field that is missing is a 400', async () => {
    const mock = running();
    const answer = await fetch(mock.url + SIGN_IN, {
      method: 'POST',
      body: new URLSearchParams({ username: 'editor' }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message: 'The body lacks "password".' });
  });
});

describe('the current user', () => {
  test('is who signed in', async () => {
    const mock = running();
    const cookie = await sessionOf(mock, 'editor', 'correct horse');
    const answer = await fetch(mock.url + CURRENT_USER, { headers: { cookie } });
    expect(await answer.json()).toEqual({
      userId: 'editor',
      roles: ['BRIEF_MANAGEMENT', 'feedback'],
      fullName: 'Edith Torr',
      emailAddress: 'edith.torr@example.com',
    });
  });

  test.each([
    ['no cookie', undefined],
    ['a cookie of no session', 'JSESSIONID=0123'],
    ['an empty cookie', 'JSESSIONID='],
    ['another cookie', 'SESSION=1; x'],
  ])('with %s is refused with 401 as JSON', async (_, cookie) => {
    const mock = running();
    const answer = await fetch(mock.url + CURRENT_USER, { headers: cookie ? { cookie } : {} });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('application/json');
  });

  test('can be refused with 401 as a page, after a sign-in that works', async () => {
    const mock = running();
    const cookie = await sessionOf(mock, 'login-page-current-user');
    const answer = await fetch(mock.url + CURRENT_USER, { headers: { cookie } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('<title>Please sign in</title>');
  });
});

describe('sign-out', () => {
  test('ends this session and no other', async () => {
    const mock = running();
    const mine = await sessionOf(mock, 'editor', 'correct horse');
    const theirs = await sessionOf(mock, 'editor', 'correct horse');
    expect((await fetch(mock.url + SIGN_OUT, { headers: { cookie: mine } })).status).toBe(200);

    const statusWith = async (cookie: string) =>
      (await fetch(mock.url + CURRENT_USER, { headers: { cookie } })).status;
    expect(await statusWith(mine)).toBe(401);
    expect(await statusWith(theirs)).toBe(200);
  });

  test('without a session succeeds too', async () => {
    const mock = running();
    expect((await fetch(mock.url + SIGN_OUT)).status).toBe(200);
  });
});
