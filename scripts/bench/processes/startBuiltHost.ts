import { join } from 'node:path';
import { basePath } from '../../../client/routes.ts';
import { startMock } from '../../../mock-api/startMock.ts';
import { serverFile } from '../../build/paths.ts';
import { developmentDefaults } from '../../stack/developmentDefaults.ts';
import { startServer } from './startServer.ts';
import type { Use } from './withResources.ts';

/** The path of the feedback page of a brief that the mock has. */
export const feedbackPath = `${basePath}/3141592/daily-harvest/contact`;

interface BuiltHostOptions {
  /** Its log goes to `host.log` in this directory. */
  directory: string;
  /** Over the development defaults. */
  env?: Record<string, string>;
}

/** Starts `dist/server.js` as in production: it logs every request and has metrics. */
export function startBuiltHost({ directory, env }: BuiltHostOptions) {
  return startServer({
    command: () => [process.execPath, serverFile],
    env: developmentDefaults({
      // Documents need no backend.
      BACKEND_URL: 'http://127.0.0.1:9',
      RECAPTCHA_SITE_KEY: 'bench',
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
      ...env,
    }),
    logFile: join(directory, 'host.log'),
  });
}

/** Starts the built host with the mock behind it and returns the URLs of its pages. */
export async function startPage(use: Use, directory: string) {
  const mock = use(await startMock({ port: 0 }));
  const { url } = use(await startBuiltHost({ directory, env: { BACKEND_URL: mock.url } }));
  return { feedback: url + feedbackPath, index: `${url}${basePath}/` };
}
