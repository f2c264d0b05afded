import { defineConfig } from 'vitest/config';
import { buildClient } from './scripts/buildClient.ts';
import { buildHost } from './scripts/buildHost.ts';
import { ClosingLine } from './test/support/closingLine.ts';

// Once for all projects, so that no test ever sees yesterday's build.
await Promise.all([buildClient(), buildHost()]);

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    // Journeys mostly wait for a page, so more of them than cores are on their way at once.
    maxWorkers: 3,
    maxConcurrency: 3,
    projects: [
      {
        test: {
          name: 'facts',
          include: ['test/{client,server,mock-api,scripts}/**/*.test.{ts,tsx}'],
          testTimeout: 20_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: 'test/support/journeySetup.ts',
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          isolate: false,
        },
      },
    ],
  },
});
