import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { bundle, staffJourney } from '../support/browser/staffJourney.ts';

const signedOut = { loggedIn: 'false', user: 'unauthorized' };
const rejected = { successful: false, changePassword: false };
const accepted = { successful: true, changePassword: false };

staffJourney(
  'without a session, the current user is unauthorized and no alert is shown',
  async ({ staff: { state, alerts } }) => {
    await expect.poll(state).toEqual(signedOut);
    expect(await alerts()).toEqual([]);
  },
);

staffJourney(
  'a sign-in sets the logged-in flag and refetches a current user that was unauthorized',
  async ({ staff: { state, roles, signIn } }) => {
    await expect.poll(state).toEqual(signedOut);
    expect(await signIn('editor', 'correct horse')).toEqual(accepted);
    await expect.poll(state).toEqual({ loggedIn: 'true', user: 'editor' });
    expect(await roles()).toBe('BRIEF_MANAGEMENT,feedback');
  },
);

staffJourney(
  'a sign-in sends URL-encoded values, the content type and the cross-origin headers',
  async ({ staff: { page, signIn } }) => {
    const sent = page.waitForRequest('**/jsp/utilities/tools.jsp');
    expect(await signIn('admin', 'p&ss=w%rd + ünïcode')).toEqual(accepted);
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

staffJourney(
  'a sign-in with an expired password reports that it must be changed',
  async ({ staff: { signIn } }) => {
    const result = await signIn('latecomer', 'winter2019');
    expect(result).toEqual({ successful: true, changePassword: true });
  },
);

staffJourney('wrong credentials do not sign in', async ({ staff: { state, alerts, signIn } }) => {
  expect(await signIn('editor', 'wrong')).toEqual(rejected);
  await expect.poll(state).toEqual(signedOut);
  expect(await alerts()).toEqual([]);
});

staffJourney(
  'a sign-out ends the session, clears the flag and sends the same headers',
  async ({ staff: { page, state, signIn, signOut } }) => {
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

staffJourney(
  'a change of session refetches the current user',
  async ({ staff: { state, signIn, signOut } }) => {
    await signIn('editor', 'correct horse');
    await expect.poll(state).toEqual({ loggedIn: 'true', user: 'editor' });
    await signIn('newcomer', 'first day');
    await expect.poll(state).toEqual({ loggedIn: 'true', user: 'newcomer' });
    await signOut();
    await expect.poll(state).toEqual(signedOut);
  },
);

staffJourney(
  'a failed sign-out keeps the flag and shows an alert',
  async ({ staff: { page, state, alerts, signIn, signOut } }) => {
    await signIn('editor', 'correct horse');
    await expect.poll(state).toEqual({ loggedIn: 'true', user: 'editor' });
    await page.route('**/jsp/logout.jsp', (route) => route.fulfill({ status: 500, body: '{}' }));
    expect(await signOut()).toBe(false);
    expect((await state()).loggedIn).toBe('true');
    await expect.poll(alerts).toEqual(['Error: signOut failed with status 500']);
  },
);

staffJourney(
  'a sign-in without a response throws and shows an alert',
  async ({ staff: { page, alerts, signIn } }) => {
    await page.route('**/jsp/utilities/tools.jsp', (route) => route.abort());
    await expect(signIn('editor', 'correct horse')).rejects.toThrow(/signIn failed .* FETCH_ERROR/);
    await expect.poll(alerts).toEqual(['Error: signIn failed with status FETCH_ERROR']);
  },
);

staffJourney(
  'the body of a successful sign-in is not parsed',
  async ({ staff: { page, alerts, signIn } }) => {
    const body = '<h1>not JSON';
    await page.route('**/jsp/utilities/tools.jsp', (route) => route.fulfill({ status: 200, body }));
    expect(await signIn('editor', 'x')).toEqual(accepted);
    expect(await alerts()).toEqual([]);
  },
);

staffJourney.for([
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
  'a current-user response with status $status and body $body is $kind',
  async ({ status, body, kind, loggedIn, alert }, { staff: { page, state, alerts, signIn } }) => {
    await page.route('**/currentUser', (route) => route.fulfill({ status, body }));
    await signIn('editor', 'correct horse');
    await expect.poll(state).toEqual({ loggedIn, user: kind });
    await expect.poll(alerts).toEqual(alert);
  },
);

staffJourney(
  'the example of the staff layer in the documentation runs',
  async ({ staff: { page, signIn } }) => {
    const [, example = ''] =
      /^```tsx\n(.*?)^```$/ms.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
    const content = await bundle(example);
    const mountExample = async () => {
      await page.reload();
      await page.addScriptTag({ content });
    };
    await signIn('editor', 'correct horse');
    await mountExample();
    await page.getByText('Edith Torr').waitFor();
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
    await page.context().clearCookies();
    await mountExample();
    await page.getByText('Not signed in').waitFor();
  },
);
