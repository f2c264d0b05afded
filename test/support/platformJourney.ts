import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { journey } from './journey.ts';

export interface PlatformScreen {
  page: Page;
  /** What is shown of the logged-in flag and of the current user. */
  state(): Promise<{ loggedIn: string; user: string }>;
  roles(): Promise<string>;
  alerts(): Promise<string[]>;
  signIn(username: string, password: string): Promise<unknown>;
  signOut(): Promise<unknown>;
}

/** A journey through a page that uses the platform layer, on the host's origin. */
export const platformJourney = journey.extend<{ platform: PlatformScreen }>({
  platform: async ({ browser }, use) => {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${inject('hostUrl')}/app/subscriber-feedback/`);
    await page.addScriptTag({ content: await harness() });
    await page.getByTestId('user').filter({ hasNotText: 'loading' }).waitFor();
    const shown = async (id: string) => (await page.getByTestId(id).textContent()) ?? '';
    await use({
      page,
      state: async () => ({ loggedIn: await shown('logged-in'), user: await shown('user') }),
      roles: () => shown('roles'),
      alerts: () => page.locator('.alert').allTextContents(),
      signIn: (...credentials) => page.evaluate((it) => session.signIn(...it), credentials),
      signOut: () => page.evaluate(() => session.signOut()),
    });
    await context.close();
  },
});

let bundle: Promise<string> | undefined;

function harness(): Promise<string> {
  bundle ??= build({
    entryPoints: ['test/support/platformHarness.tsx'],
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return bundle;
}
