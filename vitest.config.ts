import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
