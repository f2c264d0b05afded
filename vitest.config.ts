import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/support/SlowFilesFirst.ts';
import { SummaryReporter } from './test/support/SummaryReporter.ts';
import { conditionTimeoutMs, testTimeoutMs } from './test/support/timeouts.ts';

const timeouts = {
  testTimeout: testTimeoutMs,
  hookTimeout: testTimeoutMs,
  expect: { poll: { timeout: conditionTimeoutMs } },
  // Whole values of a row in the titles.
  taskTitleValueFormatTruncate: 0,
};

const engineJourneys = 'test/journeys/engines.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    // Tests often wait for a page or a timer, so there may be more workers than cores. A fourth one on two cores
    // costs a tenth of the processor's time and is not faster.
    maxWorkers: 3,
    maxConcurrency: 4,
    sequence: { sequencer: SlowFilesFirst },
    // Vitest runs projects in alphabetical order: the short unit tests fill in behind the journeys.
    projects: [
      {
        test: {
          ...timeouts,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          provide: { engine: 'chromium' as const },
          globalSetup: 'test/support/journeySetup.ts',
          isolate: false,
        },
      },
      ...(['firefox', 'webkit'] as const).map((engine) => ({
        test: {
          ...timeouts,
          name: engine,
          include: [engineJourneys],
          globalSetup: 'test/support/journeySetup.ts',
          provide: { engine },
        },
      })),
      {
        test: {
          ...timeouts,
          name: 'gallery',
          include: ['test/gallery/*.test.ts'],
          globalSetup: 'test/support/journeySetup.ts',
        },
      },
      {
        test: {
          ...timeouts,
          name: 'alerts',
          include: ['test/alerts/*.test.ts'],
        },
      },
      {
        test: {
          ...timeouts,
          name: 'unit',
          include: [
            'test/{client,server,mock-api,contract,verifier,scripts,integration}/**/*.test.{ts,tsx}',
          ],
          // Not UTC, in which a time that is formatted in the wrong zone would look right.
          env: { TZ: 'Asia/Kolkata' },
          isolate: false,
        },
      },
    ],
  },
});
