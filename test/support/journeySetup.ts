import type { TestProject } from 'vitest/node';
import { startStack } from '../../scripts/startStack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    hostUrl: string;
    mockUrl: string;
  }
}

/** One stack for all journeys, as `npm start` runs it. */
export async function setup(project: TestProject) {
  const stack = await startStack({
    PORT: '0',
    MOCK_PORT: '0',
    HOST: '127.0.0.1',
    PROXY_TIMEOUT_MS: '5000',
    LOG_LEVEL: 'silent',
  });
  project.provide('hostUrl', stack.host.url);
  project.provide('mockUrl', stack.mock?.url ?? '');
  return () => stack.close();
}
