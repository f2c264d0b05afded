import { afterAll, test as base, beforeAll, expect, inject } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { feedbackPage } from '../page/fixtures/feedbackPage.ts';
import { createOpen, type Journey, journey } from '../page/fixtures/journey.ts';
import { longTestTimeoutMs } from '../timeouts.ts';
import {
  createEnginePage,
  type Engine,
  type EngineLocator,
  type EnginePage,
} from './enginePage.ts';
import { launchFirefox } from './launchFirefox.ts';
import { launchWebKit } from './launchWebKit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'chromium' | keyof typeof launch;
  }
}

const launch = { firefox: launchFirefox, webkit: launchWebKit };

interface EngineJourney extends Pick<Journey, 'open' | 'takeErrors' | 'visit'> {
  page: EnginePage;
  feedback: ReturnType<typeof feedbackPage<EngineLocator>>;
}

interface OtherEngineJourney extends EngineJourney {
  compose: Engine<unknown>['compose'];
}

type DefineJourney<Context> = (title: string, run: (journey: Context) => Promise<void>) => void;

const engineName = inject('engine');

/** A test that runs in Firefox and WebKit only, because tests in `test/page/` check the same in Chromium. */
export const otherEngineJourney: DefineJourney<OtherEngineJourney> =
  engineName === 'chromium' ? () => {} : createEngineJourney(engineName);

/**
 * A test that `npm test` runs in Chromium, `npm run test:firefox` in Firefox, and `npm run test:webkit` in WebKit. It
 * fails if the page logs an error. In Firefox and WebKit, all tests share one tab.
 */
export const engineJourney: DefineJourney<EngineJourney> =
  engineName === 'chromium' ? journey : otherEngineJourney;

function createEngineJourney(name: keyof typeof launch) {
  let engine: Engine<unknown>;
  beforeAll(async () => {
    engine = await launch[name]();
  }, longTestTimeoutMs);
  afterAll(() => engine.close());
  return base.extend<OtherEngineJourney>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's dependencies from the pattern
    page: async ({}, use) => {
      await engine.setViewportSize({ width: 1280, height: 800 });
      await use(createEnginePage(engine));
      expect(await engine.takeErrors(), 'errors in the console of the page').toEqual([]);
    },
    feedback: ({ page }, use) => use(feedbackPage(page)),
    // biome-ignore lint/correctness/noEmptyPattern: as above
    compose: ({}, use) => use((versions) => engine.compose(versions)),
    // biome-ignore lint/correctness/noEmptyPattern: as above
    takeErrors: ({}, use) => use(() => engine.takeErrors()),
    visit: ({ page }, use) =>
      use(async (path) => void (await page.goto(`${inject('hostUrl')}${basePath}${path}`))),
    open: ({ visit }, use) => use(createOpen(visit)),
  });
}
