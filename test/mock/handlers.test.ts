import { expect, test } from 'vitest';
import {
  currentUserPath,
  shareTestMock,
  signIn,
  signInForCookie,
  signOutPath,
} from './fixtures/startTestMock.ts';

const mock = shareTestMock();
const currentUser = (cookie: string) =>
  fetch(mock().url + currentUserPath, { headers: { cookie } });

test.each([
  ['that an object inherits', 'constructor'],
  ['that is too long', `slow-current-user.${'a'.repeat(300)}`],
])('an unknown user with a name %s gets 401 without a session', async (_, name) => {
  const { status, headers } = await signIn(mock(), name, 'x');
  expect([status, headers.has('set-cookie')]).toEqual([401, false]);
});

test.each(['JSESSIONID=', 'SESSION=1; x'])('the cookie %s is no session', async (cookie) => {
  expect((await currentUser(cookie)).status).toBe(401);
});

test('a sign-out ends only its own session', async () => {
  const mine = await signInForCookie(mock(), 'editor', 'correct horse');
  const theirs = await signInForCookie(mock(), 'editor', 'correct horse');
  await fetch(mock().url + signOutPath, { headers: { cookie: mine } });
  expect([(await currentUser(mine)).status, (await currentUser(theirs)).status]).toEqual([
    401, 200,
  ]);
});
