import { join } from 'node:path';
import { basePath } from '../../client/routes.ts';
import { serverFile } from '../build/paths.ts';
import { developmentDefaults } from '../stack/developmentDefaults.ts';
import { startServer } from './startServer.ts';

/** The path of the feedback page of a brief that the mock has. */
export const feedbackPath = `${basePath}/3141592/daily-harvest/contact`;

interface BuiltHostOptions {
  /** The directory of its log, `host.log`. */
  directory: string;
  /** The URL of the backend. Documents need none. */
  backendUrl?: string;
}

/** Starts `dist/server.js` as in production: it logs every request and has metrics. */
export function startBuiltHost({ directory, backendUrl = 'http://127.0.0.1:9' }: BuiltHostOptions) {
  return startServer({
    args: [serverFile],
    env: developmentDefaults({
      BACKEND_URL: backendUrl,
      RECAPTCHA_SITE_KEY: 'bench',
      METRICS_PORT: '0',
      LOG_LEVEL: 'info',
    }),
    logFile: join(directory, 'host.log'),
  });
}
