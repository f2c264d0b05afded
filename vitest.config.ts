import { defineConfig } from 'vitest/config';
import { SummaryReporter } from './test/support/SummaryReporter.ts';

const minuteMs = 60_000;

/** Ends tests that hang. */
const hangTimeouts = {
  testTimeout: 2 * minuteMs,
  hookTimeout: 2 * minuteMs,
  expect: { poll: { timeout: minuteMs } },
};

const firefoxJourneys = 'test/journeys/firefox.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    // Tests mostly wait for a page or a timer, so there may be more workers than cores.
    maxWorkers: 4,
    maxConcurrency: 4,
    // Vitest runs projects in alphabetical order: the short unit tests fill in behind the journeys.
    projects: [
      {
        test: {
          ...hangTimeouts,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          exclude: [firefoxJourneys],
          globalSetup: 'test/support/journeySetup.ts',
          isolate: false,
        },
      },
      {
        test: {
          ...hangTimeouts,
          name: 'firefox',
          include: [firefoxJourneys],
          globalSetup: 'test/support/journeySetup.ts',
        },
      },
      {
        test: {
          ...hangTimeouts,
          name: 'unit',
          include: ['test/{client,server,mock-api,scripts}/**/*.test.{ts,tsx}'],
          isolate: false,
        },
      },
    ],
  },
});
