import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { journey } from './journey.ts';

export interface StaffScreen {
  page: Page;
  /** The displayed logged-in flag and the id, or the state, of the current user. */
  state(): Promise<{ loggedIn: string; user: string }>;
  roles(): Promise<string>;
  alerts(): Promise<string[]>;
  signIn(username: string, password: string): Promise<unknown>;
  signOut(): Promise<unknown>;
}

/** A journey through `staffPage.tsx`, which is mounted on the host's origin. */
export const staffJourney = journey.extend<{ staffTab: Page; staff: StaffScreen }>({
  staffTab: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ bypassCSP: true });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'file' },
  ],

  staff: async ({ staffTab: page }, use) => {
    await page.context().clearCookies();
    // A small document of the host.
    await page.goto(`${inject('hostUrl')}/mock/captcha/bframe`);
    staffPage ??= bundle("import './test/support/browser/staffPage.tsx'");
    await page.addScriptTag({ content: await staffPage });
    await page.getByTestId('user').filter({ hasNotText: 'loading' }).waitFor();
    const textOf = async (id: string) => (await page.getByTestId(id).textContent()) ?? '';
    await use({
      page,
      state: async () => ({ loggedIn: await textOf('logged-in'), user: await textOf('user') }),
      roles: () => textOf('roles'),
      alerts: () => page.locator('.alert').allTextContents(),
      signIn: (...credentials) => page.evaluate((args) => session.signIn(...args), credentials),
      signOut: () => page.evaluate(() => session.signOut()),
    });
    await page.unrouteAll();
  },
});

let staffPage: Promise<string> | undefined;

/** Bundles a TSX module that imports from the folder of the project. */
export async function bundle(contents: string): Promise<string> {
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
