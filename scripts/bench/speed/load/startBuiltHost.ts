import { basePath } from '../../../../client/routes.ts';
import { serverFile } from '../../../build/paths.ts';
import { developmentDefaults } from '../../../stack/developmentDefaults.ts';
import { type Server, type ServerOptions, startServer } from './startServer.ts';

/** The path of the feedback page of a brief that the mock has. */
export const feedbackPath = `${basePath}/3141592/daily-harvest/contact`;
export const indexPath = `${basePath}/`;
export const briefPath = '/rest/subscriber-feedback/briefs/daily-harvest';

interface BuiltHostOptions extends Pick<ServerOptions, 'nodeOptions'> {
  /** By default one that refuses connections. */
  backendUrl?: string;
}

/**
 * Starts `dist/server.js` as in production: it logs every request to a file and has metrics. The backend is
 * not needed for the documents.
 */
export function startBuiltHost(
  logFile: string,
  { backendUrl = 'http://127.0.0.1:9', nodeOptions = [] }: BuiltHostOptions = {},
): Promise<Server> {
  const env = { BACKEND_URL: backendUrl, RECAPTCHA_SITE_KEY: 'bench', METRICS_PORT: '0' };
  return startServer({
    nodeOptions,
    file: serverFile,
    env: developmentDefaults({ ...env, LOG_LEVEL: 'info' }),
    path: feedbackPath,
    logFile,
  });
}
