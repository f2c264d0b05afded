import { join } from 'node:path';
import { basePath } from '../../../client/routes.ts';
import { startMock } from '../../../mock-api/startMock.ts';
import { serverFile } from '../../build/paths.ts';
import { developmentDefaults } from '../../stack/developmentDefaults.ts';
import { startServer } from '../processes/startServer.ts';
import type { PeerName } from './peerServers.ts';
import type { Use } from './withResources.ts';

/** The path of the feedback page of a brief that the mock has. */
export const feedbackPath = `${basePath}/3141592/daily-harvest/contact`;
export const briefPath = '/rest/subscriber-feedback/briefs/daily-harvest';

/**
 * Starts `dist/server.js` as in production: it logs every request to a file and has metrics. The backend is
 * not needed for the documents.
 */
export function startBuiltHost(directory: string, backendUrl = 'http://127.0.0.1:9') {
  const env = { BACKEND_URL: backendUrl, RECAPTCHA_SITE_KEY: 'bench', METRICS_PORT: '0' };
  return startServer({
    command: () => [process.execPath, serverFile],
    env: developmentDefaults({ ...env, LOG_LEVEL: 'info' }),
    path: feedbackPath,
    logFile: join(directory, 'host.log'),
  });
}

interface PeerOptions {
  env?: Record<string, string>;
  path?: string;
  core?: number;
}

/** Starts one of `peerServers.ts`. */
export function startPeer(name: PeerName, options: PeerOptions = {}) {
  const file = join(import.meta.dirname, 'peerServers.ts');
  // Node.js 22 warns that it runs TypeScript.
  const quiet = '--disable-warning=ExperimentalWarning';
  return startServer({ command: () => [process.execPath, quiet, file, name], ...options });
}

/** Starts the built host with the mock behind it and returns the URLs of its pages. */
export async function startPage(use: Use, directory: string) {
  const mock = use(await startMock({ port: 0 }));
  const { url } = use(await startBuiltHost(directory, mock.url));
  return { feedback: url + feedbackPath, index: `${url}${basePath}/` };
}
