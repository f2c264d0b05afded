import { defineConfig } from 'vitest/config';
import { ClosingLine } from './test/support/closingLine.ts';

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    globalSetup: 'test/support/buildSetup.ts',
    projects: [
      {
        test: {
          name: 'facts',
          include: ['test/{client,server,mock-api,scripts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: 'test/support/journeySetup.ts',
          testTimeout: 30_000,
        },
      },
    ],
  },
});
