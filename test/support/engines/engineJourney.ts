import { afterAll, test as base, beforeAll, expect, inject } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import { createSuffix, type Journey, journey } from '../browser/journey.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import { createEnginePage, type Engine, type EnginePage } from './enginePage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'chromium' | keyof typeof launch;
  }
}

/** Loaded on use, because each library takes a while. */
const launch = {
  firefox: async () => (await import('./launchFirefox.ts')).launchFirefox(),
  webkit: async () => (await import('./launchWebKit.ts')).launchWebKit(),
};

type EngineJourney = Pick<Journey, 'takeErrors' | 'visit' | 'withSuffix'> & { page: EnginePage };

/**
 * A journey that `npm test` runs in Chromium, and `npm run test:firefox` and `npm run test:webkit` in these engines,
 * where all share one tab. It fails if the page logs an error.
 */
export const engineJourney: (
  title: string,
  run: (journey: EngineJourney) => Promise<void>,
) => void = createEngineJourney(inject('engine'));

function createEngineJourney(name: 'chromium' | keyof typeof launch) {
  if (name === 'chromium') return journey;
  let engine: Engine<unknown>;
  beforeAll(async () => {
    engine = await launch[name]();
  }, longTestTimeoutMs);
  afterAll(() => engine.close());
  return base.extend<EngineJourney>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
    page: async ({}, use) => {
      await engine.resize(1280, 800);
      await use(createEnginePage(engine));
      expect(await engine.takeErrors(), 'errors in the console of the page').toEqual([]);
    },
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
    takeErrors: ({}, use) => use(engine.takeErrors),
    visit: ({ page }, use) =>
      use(async (path) => void (await page.goto(`${inject('hostUrl')}${basePath}${path}`))),
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
    withSuffix: ({}, use) => use(createSuffix()),
  });
}
