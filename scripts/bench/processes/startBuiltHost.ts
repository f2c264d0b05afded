import { join } from 'node:path';
import { basePath } from '../../../client/routes.ts';
import { serverFile } from '../../build/paths.ts';
import { developmentDefaults } from '../../stack/developmentDefaults.ts';
import { type ServerOptions, startServer } from './startServer.ts';

/** The path of the feedback page of a brief that the mock has. */
export const feedbackPath = `${basePath}/3141592/daily-harvest/contact`;

interface BuiltHostOptions extends Pick<ServerOptions, 'port' | 'core'> {
  /** Its log goes to `host.log` in this directory. */
  directory: string;
  /** Over the development defaults. */
  env?: Record<string, string>;
}

/** Starts `dist/server.js` as in production: it logs every request and has metrics. */
export function startBuiltHost({ directory, env, ...options }: BuiltHostOptions) {
  return startServer({
    ...options,
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
