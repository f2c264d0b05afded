import { expect, test } from 'vitest';
import {
  currentUserPath,
  shareTestMock,
  signIn,
  signInForCookie,
  signOutPath,
} from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

const currentUser = (cookie?: string) =>
  fetch(sharedMock().url + currentUserPath, { headers: cookie ? { cookie } : {} });

test.each([
  ['editor', 'correct horse', 'false', 'Edith Torr'],
  ['admin', 'p&ss=w%rd + ünïcode', 'false', 'Ádám Ministrator'],
  ['latecomer', 'winter2019', 'true', 'Late Comer'],
])(
  '%s signs in with %s, and password-expired is %s',
  async (userId, password, expired, fullName) => {
    const response = await signIn(sharedMock(), userId, password);
    expect(response.status).toBe(200);
    expect(response.headers.get('password-expired')).toBe(expired);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^JSESSIONID=[0-9A-F]{32}; .*HttpOnly/);
    expect(await (await currentUser(cookie)).json()).toMatchObject({ userId, fullName });
  },
);

test.each(['constructor', `slow-current-user.${'a'.repeat(300)}`])(
  'the unknown user %.30s gets 401 without a session',
  async (name) => {
    const response = await signIn(sharedMock(), name, 'x');
    expect(response.status).toBe(401);
    expect(response.headers.has('set-cookie')).toBe(false);
  },
);

test.each([undefined, 'JSESSIONID=', 'SESSION=1; x'])(
  'the cookie %s is no session',
  async (cookie) => {
    expect((await currentUser(cookie)).status).toBe(401);
  },
);

test('a sign-out ends only its own session', async () => {
  const mock = sharedMock();
  const mine = await signInForCookie(mock, 'editor', 'correct horse');
  const theirs = await signInForCookie(mock, 'editor', 'correct horse');
  expect((await fetch(mock.url + signOutPath, { headers: { cookie: mine } })).status).toBe(200);
  expect((await currentUser(mine)).status).toBe(401);
  expect((await currentUser(theirs)).status).toBe(200);
});

test('the session of a scenario ends after the first request, for one tester', async () => {
  const mock = sharedMock();
  const statuses: number[] = [];
  for (const name of ['anna', 'ben']) {
    const cookie = await signInForCookie(mock, `expired-session-current-user.${name}`);
    for (let i = 0; i < 3; i += 1) {
      statuses.push((await currentUser(cookie)).status);
    }
  }
  expect(statuses).toEqual([200, 401, 401, 200, 401, 401]);
});
