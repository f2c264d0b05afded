import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';

const staffPageScript = bundle("import './test/page/fixtures/staffPage.tsx'");

/** Journeys through `staffPage.tsx`, which is mounted on the host's origin, in a tab that they share. */
const staffJourney = journey.extend<{ staffTab: Page; staffPage: Page }>({
  staffTab: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ bypassCSP: true });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'file' },
  ],
  staffPage: async ({ staffTab: page }, use) => {
    await page.context().clearCookies();
    await mount(page, await staffPageScript);
    await use(page);
    await page.unrouteAll();
  },
});

/** Bundles a TSX module that imports from the folder of the project. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.', loader: 'tsx' },
    bundle: true,
    write: false,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

/** Opens a small document of the host with a script. */
async function mount(page: Page, content: string) {
  await page.goto(`${inject('hostUrl')}/mock/captcha/bframe`);
  await page.addScriptTag({ content });
}

const signIn = (page: Page, ...credentials: [string, string]) =>
  page.evaluate((args) => session.signIn(...args), credentials);
const signOut = (page: Page) => page.evaluate(() => session.signOut());

/** Waits until the page shows the logged-in flag and the id, or the state, of the current user. */
const expectState = (page: Page, isLoggedIn: boolean, user: string) =>
  expect(page.locator('dl')).toHaveText(new RegExp(`^${isLoggedIn}\\s+${user}\\b`), {
    useInnerText: true,
  });
const expectAlerts = (page: Page, ...texts: string[]) =>
  expect(page.locator('.alert')).toHaveText(texts);

const crossOriginHeaders = {
  'content-type': 'application/x-www-form-urlencoded',
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Content-Type',
  'access-control-max-age': '86400',
};

staffJourney('each change of session refetches the current user', async ({ staffPage: page }) => {
  await expectState(page, false, 'unauthorized');
  await signIn(page, 'editor', 'correct horse');
  await expectState(page, true, 'editor\\s+BRIEF_MANAGEMENT,feedback');
  expect(await signIn(page, 'latecomer', 'winter2019')).toEqual({
    successful: true,
    changePassword: true,
  });
  await expectState(page, true, 'latecomer');
  // Nobody is signed in after a failure, whoever was before.
  expect(await signIn(page, 'editor', 'wrong')).toEqual({
    successful: false,
    changePassword: false,
  });
  await expectState(page, false, 'unauthorized');
  await signIn(page, 'editor', 'correct horse');
  await expectState(page, true, 'editor');
  expect(await signOut(page), 'signed out').toBe(true);
  await expectState(page, false, 'unauthorized');
  await expectAlerts(page);
});

staffJourney(
  'a sign-in sends URL-encoded values, and like a sign-out the cross-origin headers',
  async ({ staffPage: page }) => {
    const sentIn = page.waitForRequest('**/jsp/utilities/tools.jsp');
    expect(await signIn(page, 'admin', 'p&ss=w%rd + ünïcode')).toEqual({
      successful: true,
      changePassword: false,
    });
    expect((await sentIn).postData()).toBe(
      'username=admin&password=p%26ss%3Dw%25rd%20%2B%20%C3%BCn%C3%AFcode',
    );
    expect(await (await sentIn).allHeaders()).toMatchObject(crossOriginHeaders);
    const sentOut = page.waitForRequest('**/jsp/logout.jsp');
    await signOut(page);
    expect(await (await sentOut).allHeaders()).toMatchObject(crossOriginHeaders);
  },
);

staffJourney(
  'a successful sign-in is not parsed; one without a response and a failed sign-out show an alert',
  async ({ staffPage: page }) => {
    let response: { status: number; body: string } | undefined = { status: 200, body: '<h1>' };
    await page.route('**/jsp/**', (route) => (response ? route.fulfill(response) : route.abort()));
    expect(await signIn(page, 'editor', 'x')).toEqual({ successful: true, changePassword: false });
    await expectAlerts(page);
    response = { status: 500, body: '{}' };
    expect(await signOut(page), 'signed out').toBe(false);
    const failed = 'Error: signOut failed with status 500';
    await expectAlerts(page, failed);
    response = undefined;
    await expect(signIn(page, 'editor', 'x')).rejects.toThrow(/signIn failed .* FETCH_ERROR/);
    await expectAlerts(page, failed, 'Error: signIn failed with status FETCH_ERROR');
  },
);

staffJourney(
  'a current user who cannot be fetched is unknown, and still signed in',
  async ({ staffPage: page }) => {
    // A response that is still on its way would clear the flag again.
    await expectState(page, false, 'unauthorized');
    await page.route('**/currentUser', (route) => route.fulfill({ status: 500, body: '{}' }));
    await signIn(page, 'editor', 'correct horse');
    await expectState(page, true, 'unknown');
    await expectAlerts(page, 'Error: getCurrentUser failed with status 500');
  },
);

staffJourney(
  'the example of the staff layer in the documentation runs',
  async ({ staffPage: page }) => {
    const [, example = ''] =
      /^```tsx\n(.*?)^```$/ms.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
    await signIn(page, 'editor', 'correct horse');
    await mount(page, await bundle(example));
    await page.getByText('Edith Torr').waitFor();
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
  },
);

staffJourney(
  'an alert of a page without a heading is closed by the keyboard without an error',
  async ({ staffPage: page }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.route('**/jsp/**', (route) => route.fulfill({ status: 500, body: '{}' }));
    await signOut(page);
    await page.getByRole('button', { name: 'Close alert' }).press('Enter');
    await expectAlerts(page);
    expect(errors).toEqual([]);
  },
);
