import { findProxy, startNginx } from '../../peers/startProxy.ts';
import { measureRates, type RoundOptions, rateUnit, type Target } from '../load/measureRates.ts';
import { briefPath } from '../load/startBuiltHost.ts';
import { startProxyServers } from '../load/startProxyServers.ts';
import { cores } from '../load/startServer.ts';
import type { Measurement } from '../measurement.ts';
import { type Defer, withCleanup } from '../withCleanup.ts';

/** Measures a brief that is forwarded from one backend process, which all proxies share. */
export function measureProxy(options: RoundOptions): Promise<Measurement[]> {
  return withCleanup(async (defer) => {
    const { backend, targets } = await startProxyServers(defer);
    const rates = await measureRates(
      {
        ...targets,
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
  if (!findProxy('nginx')) return undefined;
  const nginx = await startNginx(
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
