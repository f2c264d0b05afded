import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx, runNginx } from '../../peers/runNginx.ts';
import { measureRates, type RoundOptions, rateUnit, type Target } from '../load/measureRates.ts';
import { briefPath, startBuiltHost } from '../load/startBuiltHost.ts';
import { cores, startServer } from '../load/startServer.ts';
import type { Measurement } from '../measurement.ts';
import { type Defer, withCleanup } from '../withCleanup.ts';

/** Measures a brief that is forwarded from one backend process, which all proxies share. */
export function measureProxy(options: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const directory = mkdtempSync(join(tmpdir(), 'speed-proxy-'));
    defer(() => rmSync(directory, { recursive: true }));
    const servers = join(import.meta.dirname, '../servers');
    const backend = await startServer({ file: join(servers, 'sendBrief.ts'), core: cores.load });
    defer(backend.stop);
    const host = await startBuiltHost(join(directory, 'host.log'), backend.url);
    defer(host.stop);
    const env = { BACKEND_URL: backend.url };
    const bare = await startServer({ file: join(servers, 'bareProxy.ts'), env });
    defer(bare.stop);
    const middleware = await startServer({ file: join(servers, 'expressProxy.ts'), env });
    defer(middleware.stop);

    const rates = await measureRates(
      {
        ours: { url: host.url + briefPath, pid: host.pid },
        bare: { url: bare.url + briefPath, pid: bare.pid },
        middleware: { url: middleware.url + briefPath, pid: middleware.pid },
        nginx: await startNginxProxy(backend.url, defer),
      },
      options,
    );
    return [
      {
        work: `proxied brief, ${rateUnit(options)}`,
        value: rates.ours,
        peers: [
          { name: 'bare keep-alive proxy', value: rates.bare, goal: { atLeast: 0.6 } },
          {
            name: 'http-proxy-middleware alone',
            value: rates.middleware,
            goal: { atLeast: 0.85 },
          },
          { name: 'nginx', value: rates.nginx },
        ],
      },
    ];
  });
}

/** Forwards with nginx, if it is installed. */
async function startNginxProxy(backendUrl: string, defer: Defer): Promise<Target | undefined> {
  if (!findNginx()) return undefined;
  const nginx = await runNginx(
    {
      http: `upstream backend { server ${new URL(backendUrl).host}; keepalive 64; keepalive_requests 1000000; }`,
      server: `location / {
        proxy_pass http://backend;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
      }`,
    },
    cores.server,
  );
  defer(nginx.close);
  return { url: `http://127.0.0.1:${nginx.port}${briefPath}`, pid: nginx.pid };
}
