import { afterAll, test as base, beforeAll, expect, inject } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { createEnginePage, type EnginePage } from './enginePage.ts';
import { launchFirefox } from './launchFirefox.ts';
import { launchWebKit } from './launchWebKit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: keyof typeof launch;
  }
}

const launch = {
  firefox: async () => createEnginePage(await launchFirefox()),
  webkit: async () => createEnginePage(await launchWebKit()),
};

interface EngineJourney {
  page: EnginePage;
  /** Navigates to a path below the base path. */
  visit(path: string): Promise<unknown>;
  /** Adds a suffix to a brief id, which isolates the journey from all others. */
  withSuffix(briefId: string): string;
}

let tab: EnginePage;
beforeAll(async () => {
  tab = await launch[inject('engine')]();
}, longTestTimeoutMs);
afterAll(() => tab.close());

/** A journey in the engine of the project. It shares one tab with the others, and fails if the page logs an error. */
export const engineJourney = base.extend<EngineJourney>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
  page: async ({}, use) => {
    await tab.resize(1280, 800);
    await use(tab);
    expect(await tab.takeErrors(), 'errors in the console of the page').toEqual([]);
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
