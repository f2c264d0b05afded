import type { TestProject } from 'vitest/node';
import { buildClient } from '../scripts/build/buildClient.ts';
import { developmentDirectory } from '../scripts/build/paths.ts';
import { startStack } from '../scripts/stack/startStack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    hostUrl: string;
    mockUrl: string;
  }
}

/** Builds the client and starts one stack for all journeys, as `npm start` does. */
export async function setup(project: TestProject) {
  const env = {
    PORT: '0',
    MOCK_PORT: '0',
    HOST: '127.0.0.1',
    PROXY_TIMEOUT_MS: '5000',
    LOG_LEVEL: 'silent',
  };
  const stack = await startStack(env, () => buildClient({ directory: developmentDirectory }));
  project.provide('hostUrl', stack.host.url);
  project.provide('mockUrl', stack.mock?.url ?? '');
  return () => stack.close();
}
