import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Defer } from '../withCleanup.ts';
import type { Target } from './measureRates.ts';
import { briefPath, startBuiltHost } from './startBuiltHost.ts';
import { cores, type NodeOptions, noOptions, type Server, startServer } from './startServer.ts';

const servers = join(import.meta.dirname, '../servers');

/**
 * Starts a backend, and three proxies in front of it: the built host, bare `node:http`, and
 * http-proxy-middleware alone.
 * @param nodeOptions by the name of the proxy
 */
export async function startProxyServers(
  defer: Defer,
  nodeOptions: NodeOptions<'ours' | 'bare' | 'middleware'> = noOptions,
) {
  const directory = mkdtempSync(join(tmpdir(), 'speed-proxy-'));
  defer(() => rmSync(directory, { recursive: true }));
  const backend = await startServer({ file: join(servers, 'sendBrief.ts'), core: cores.load });
  defer(backend.stop);
  const host = await startBuiltHost(join(directory, 'host.log'), {
    backendUrl: backend.url,
    nodeOptions: nodeOptions('ours'),
  });
  defer(host.stop);
  const env = { BACKEND_URL: backend.url };
  const bare = await startServer({
    file: join(servers, 'bareProxy.ts'),
    env,
    nodeOptions: nodeOptions('bare'),
  });
  defer(bare.stop);
  const middleware = await startServer({
    file: join(servers, 'expressProxy.ts'),
    env,
    nodeOptions: nodeOptions('middleware'),
  });
  defer(middleware.stop);
  const target = ({ url, pid }: Server): Target => ({ url: url + briefPath, pid });
  const targets = { ours: target(host), bare: target(bare), middleware: target(middleware) };
  return { backend, targets };
}
