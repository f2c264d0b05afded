import { test as base, expect, inject } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import type { FirefoxPage } from './FirefoxPage.ts';
import { type Firefox, launchFirefox } from './launchFirefox.ts';

interface FirefoxJourney {
  firefox: Firefox;
  page: FirefoxPage;
  /** Navigates to a path below the base path. */
  visit(path: string): Promise<void>;
  /** Adds a suffix to a brief id, which isolates the journey from all others. */
  withSuffix(briefId: string): string;
}

/** A journey in Firefox. It shares one tab with the others of its file, and fails if the page logs an error. */
export const firefoxJourney = base.extend<FirefoxJourney>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
    async ({}, use) => {
      const firefox = await launchFirefox();
      await use(firefox);
      await firefox.close();
    },
    { scope: 'file' },
  ],
  page: async ({ firefox }, use) => {
    await firefox.page.resize(1280, 800);
    await use(firefox.page);
    expect(await firefox.takeErrors(), 'errors in the console of the page').toEqual([]);
  },
  visit: async ({ page }, use) => {
    await use((path) => page.open(`${inject('hostUrl')}${basePath}${path}`));
  },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  withSuffix: async ({}, use) => {
    const suffix = crypto.randomUUID().slice(0, 8);
    await use((briefId) => `${briefId}.${suffix}`);
  },
});
