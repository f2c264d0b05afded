import { join } from 'node:path';
import { basePath } from '../../../client/routes.ts';
import { startMock } from '../../../mock-api/startMock.ts';
import { feedbackPath, startBuiltHost } from '../processes/startBuiltHost.ts';
import { cores, type ServerOptions, startServer } from '../processes/startServer.ts';
import type { Use } from '../processes/withResources.ts';
import type { PeerName } from './peerServers.ts';

/** Starts one of `peerServers.ts`. */
export function startPeer(name: PeerName, options: Pick<ServerOptions, 'env' | 'core'> = {}) {
  const file = join(import.meta.dirname, 'peerServers.ts');
  // Node.js 22 warns that it runs TypeScript.
  const quiet = '--disable-warning=ExperimentalWarning';
  const command = () => [process.execPath, quiet, file, name];
  return startServer({ command, core: cores.server, ...options });
}

/** Starts the built host with the mock behind it and returns the URLs of its pages. */
export async function startPage(use: Use, directory: string) {
  const mock = use(await startMock({ port: 0 }));
  const { url } = use(await startBuiltHost({ directory, env: { BACKEND_URL: mock.url } }));
  return { feedback: url + feedbackPath, index: `${url}${basePath}/` };
}
