import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/SlowFilesFirst.ts';
import { SummaryReporter } from './test/SummaryReporter.ts';
import { conditionTimeoutMs, longTestTimeoutMs, testTimeoutMs } from './test/timeouts.ts';

const timeouts = {
  testTimeout: testTimeoutMs,
  hookTimeout: testTimeoutMs,
  expect: { poll: { timeout: conditionTimeoutMs } },
  // Whole values in the titles of rows, and in the messages of failures.
  taskTitleValueFormatTruncate: 0,
  chaiConfig: { truncateThreshold: 0 },
};

const longTimeouts = {
  ...timeouts,
  testTimeout: longTestTimeoutMs,
  hookTimeout: longTestTimeoutMs,
};

const engineJourneys = 'test/engines/engines.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', new SummaryReporter()],
    // Tests often wait for a page or a timer, so there may be more workers than cores. A fourth one on two cores
    // costs a tenth of the processor's time and is not faster.
    maxWorkers: 3,
    maxConcurrency: 4,
    sequence: { sequencer: SlowFilesFirst },
    // Vitest runs projects in alphabetical order: the short unit tests fill in behind those of the page.
    projects: [
      {
        test: {
          ...timeouts,
          name: 'page',
          include: ['test/page/*.test.ts', 'test/engines/*.test.ts'],
          provide: { engine: 'chromium' as const },
          globalSetup: 'test/journeySetup.ts',
          isolate: false,
        },
      },
      ...(['firefox', 'webkit'] as const).map((engine) => ({
        test: {
          ...timeouts,
          name: engine,
          include: [engineJourneys],
          globalSetup: 'test/journeySetup.ts',
          provide: { engine },
        },
      })),
      ...['gallery', 'pictures'].map((name) => ({
        test: {
          ...timeouts,
          name,
          include: [`test/page/gallery/${name}.test.ts`],
          globalSetup: 'test/journeySetup.ts',
        },
      })),
      {
        test: {
          ...longTimeouts,
          name: 'alerts',
          include: ['test/alerts/*.test.ts'],
        },
      },
      {
        test: {
          ...longTimeouts,
          name: 'release',
          include: ['test/release/*.test.ts'],
          globalSetup: 'test/journeySetup.ts',
        },
      },
      {
        test: {
          ...timeouts,
          name: 'unit',
          include: ['test/*.test.ts', 'test/{client,contract,host,mock,verifier}/*.test.ts'],
          // Not UTC, in which a time that is formatted in the wrong zone would look right.
          env: { TZ: 'Asia/Kolkata' },
          isolate: false,
        },
      },
    ],
  },
});
