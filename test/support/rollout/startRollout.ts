import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basePath } from '../../../client/routes.ts';
import { buildClient } from '../../../scripts/build/buildClient.ts';
import { clientDirectory } from '../../../scripts/build/paths.ts';
import { developmentDefaults } from '../../../scripts/stack/developmentDefaults.ts';
import { listenLocally } from '../../../scripts/stack/listenLocally.ts';
import { parseConfig } from '../../../server/config/config.ts';
import { loadClientFiles } from '../../../server/page/clientFiles.ts';
import { startHost } from '../../../server/startHost.ts';

/**
 * Starts hosts of two releases of the client: that in `dist/client`, and another one built over it, as
 * `npm run build` does. A load balancer sends each request to one of them.
 * @param pickPort picks the host of a request
 * @returns the URL of a feedback page behind the load balancer
 */
export async function startRollout(pickPort: (ports: readonly number[]) => number) {
  const backend = await listenLocally(
    createServer((_req, res) => {
      res.setHeader('Content-Type', 'application/json');
      res.end('{"name":"daily","fullName":"The Daily"}');
    }),
  );
  const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', RECAPTCHA_SITE_KEY: 'rollout' };
  const config = parseConfig(developmentDefaults({ ...env, BACKEND_URL: backend.url }));
  const directory = mkdtempSync(join(tmpdir(), 'rollout-'));
  cpSync(clientDirectory, directory, { recursive: true });
  const previous = await startHost(config, loadClientFiles(directory));
  await buildClient({ directory, footer: "globalThis.release = 'next';" });
  const next = await startHost(config, loadClientFiles(directory));
  rmSync(directory, { recursive: true });
  const ports = [previous.port, next.port];
  const balancer = await listenLocally(
    createServer((req, res) => relayRequest(req, res, pickPort(ports))),
  );
  return {
    url: `${balancer.url}${basePath}/3141592/daily/contact`,
    close: async () => {
      for (const server of [balancer, previous, next, backend]) await server.close();
    },
  };
}

function relayRequest(req: IncomingMessage, res: ServerResponse, port: number): void {
  const { method, url: path, headers } = req;
  // `Connection` belongs to one hop: the browser keeps its connection to the balancer.
  const { connection: _, ...forwarded } = headers;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers: forwarded });
  outgoing.on('response', (response) => {
    const { connection: _, 'keep-alive': __, ...received } = response.headers;
    res.writeHead(response.statusCode ?? 502, received);
    response.pipe(res);
  });
  outgoing.on('error', () => res.destroy());
  req.pipe(outgoing);
}
