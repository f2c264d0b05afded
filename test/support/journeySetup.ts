import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/findChromium.ts';
import { startStack } from '../../scripts/startStack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    hostUrl: string;
    mockUrl: string;
    browserEndpoint: string;
  }
}

/** One stack, as `npm start` runs it, and one Chromium for all journeys. */
export async function setup(project: TestProject) {
  const stack = await startStack({
    PORT: '0',
    MOCK_PORT: '0',
    HOST: '127.0.0.1',
    PROXY_TIMEOUT_MS: '5000',
    LOG_LEVEL: 'silent',
  });
  const browser = await chromium.launchServer({
    executablePath: findChromium(process.env, console.log),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  project.provide('hostUrl', stack.host.url);
  project.provide('mockUrl', stack.mock?.url ?? '');
  project.provide('browserEndpoint', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await stack.close();
  };
}
