import { expect } from 'vitest';
import { platformJourney as journey } from '../support/platformJourney.ts';

const signedOut = { loggedIn: 'false', user: 'unauthorized' };
const wrong = { successful: false, changePassword: false };
const right = { successful: true, changePassword: false };

journey(
  'without a session the current user is unauthorized, without an alert',
  async ({ platform: { state, alerts } }) => {
    await expect.poll(state).toEqual(signedOut);
    expect(await alerts()).toEqual([]);
  },
);

journey(
  'a sign-in sets the logged-in flag and asks again for the user who was unauthorized',
  async ({ platform: { state, roles, signIn } }) => {
    await expect.poll(state).toEqual(signedOut);
    expect(await signIn('editor', 'correct horse')).toEqual(right);
    await expect.poll(state).toEqual({ loggedIn: 'true', user: 'editor' });
    expect(await roles()).toBe('BRIEF_MANAGEMENT,feedback');
  },
);

journey(
  'a sign-in sends its values encoded, with the content type and the cross-origin headers',
  async ({ platform: { page, signIn } }) => {
    const sent = page.waitForRequest('**/jsp/utilities/tools.jsp');
    expect(await signIn('admin', 'p&ss=w%rd + ünïcode')).toEqual(right);
    const request = await sent;
    expect(request.method()).toBe('POST');
    expect(request.postData()).toBe(
      'username=admin&password=p%26ss%3Dw%25rd%20%2B%20%C3%BCn%C3%AFcode',
    );
    expect(await request.allHeaders()).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type',
      'access-control-max-age': '86400',
    });
  },
);

journey('an expired password signs in and asks for a new one', async ({ platform: { signIn } }) => {
  const result = await signIn('latecomer', 'winter2019');
  expect(result).toEqual({ successful: true, changePassword: true });
});

journey('wrong credentials do not sign in', async ({ platform: { state, alerts, signIn } }) => {
  expect(await signIn('editor', 'wrong')).toEqual(wrong);
  await expect.poll(state).toEqual(signedOut);
  expect(await alerts()).toEqual([]);
});

journey(
  'a sign-out ends the session, clears the flag and sends the same headers',
  async ({ platform: { page, state, signIn, signOut } }) => {
    await signIn('editor', 'correct horse');
    await expect.poll(state).toEqual({ loggedIn: 'true', user: 'editor' });
    const sent = page.waitForRequest('**/jsp/logout.jsp');
    expect(await signOut()).toBe(true);
    expect(await (await sent).allHeaders()).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'access-control-max-age': '86400',
    });
    expect((await state()).loggedIn).toBe('false');
    const status = await page.evaluate(
      async () => (await fetch('/rest/alchemyuser/currentUser')).status,
    );
    expect(status).toBe(401);
  },
);

journey("no script can read the session's cookie", async ({ platform: { page, signIn } }) => {
  await signIn('editor', 'correct horse');
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

journey(
  'a sign-out that fails leaves the flag and says so',
  async ({ platform: { page, state, alerts, signIn, signOut } }) => {
    await signIn('editor', 'correct horse');
    await expect.poll(state).toEqual({ loggedIn: 'true', user: 'editor' });
    await page.route('**/jsp/logout.jsp', (route) => route.fulfill({ status: 500, body: '{}' }));
    expect(await signOut()).toBe(false);
    expect((await state()).loggedIn).toBe('true');
    await expect.poll(alerts).toEqual(['Error: signOut failed with status 500']);
  },
);

journey(
  'a sign-in without any answer throws, and changes nothing',
  async ({ platform: { page, alerts, signIn } }) => {
    await page.route('**/jsp/utilities/tools.jsp', (route) => route.abort());
    await expect(signIn('editor', 'correct horse')).rejects.toThrow(/signIn failed .* FETCH_ERROR/);
    await expect.poll(alerts).toEqual(['Error: signIn failed with status FETCH_ERROR']);
  },
);

journey(
  'a sign-in whose answer has a strange body is as good as its status',
  async ({ platform: { page, alerts, signIn } }) => {
    const body = '<h1>not JSON';
    await page.route('**/jsp/utilities/tools.jsp', (route) => route.fulfill({ status: 200, body }));
    expect(await signIn('editor', 'x')).toEqual(right);
    expect(await alerts()).toEqual([]);
  },
);

journey.for([
  { status: 401, body: '{"message":"no"}', kind: 'unauthorized', loggedIn: 'false', alert: [] },
  { status: 401, body: '<title>Sign in', kind: 'unauthorized', loggedIn: 'false', alert: [] },
  {
    status: 500,
    body: '{}',
    kind: 'unknown',
    loggedIn: 'true',
    alert: ['Error: getCurrentUser failed with status 500'],
  },
  { status: 500, body: 'Oops', kind: 'unknown', loggedIn: 'true', alert: ['Oops'] },
  { status: 200, body: 'Hello', kind: 'unknown', loggedIn: 'true', alert: ['Hello'] },
  { status: 200, body: '', kind: 'unknown', loggedIn: 'true', alert: [] },
])(
  'a current user answered with $status and $body is $kind',
  async (
    { status, body, kind, loggedIn, alert },
    { platform: { page, state, alerts, signIn } },
  ) => {
    await page.route('**/currentUser', (route) => route.fulfill({ status, body }));
    await signIn('editor', 'correct horse');
    await expect.poll(state).toEqual({ loggedIn, user: kind });
    await expect.poll(alerts).toEqual(alert);
  },
);

journey(
  'the mock refuses the current user as JSON and, to some, as a page',
  async ({ platform: { page, state, signIn } }) => {
    const refusal = page.waitForResponse('**/currentUser');
    await signIn('login-page-current-user', 'any');
    expect((await refusal).headers()['content-type']).toMatch(/^text\/html/);
    await expect.poll(state).toEqual(signedOut);
  },
);
