import { startBuiltHost } from '../processes/startBuiltHost.ts';
import { findProxy, startNginx } from '../processes/startProxy.ts';
import { cores } from '../processes/startServer.ts';
import { withResources } from '../processes/withResources.ts';
import { measureRates, type RoundOptions } from './measureRates.ts';
import { compare, type Row } from './report.ts';
import { briefPath, startPeer } from './servers.ts';

/** Measures a brief that is forwarded from one backend process, which all proxies share. */
export function measureProxy(options: RoundOptions): Promise<Row[]> {
  return withResources(async (use, directory) => {
    const backend = use(await startPeer('brief', { core: cores.load }));
    const env = { BACKEND_URL: backend.url };
    const host = use(await startBuiltHost({ directory, env, core: cores.server }));
    const bare = use(await startPeer('bareProxy', { env }));
    const middleware = use(await startPeer('expressProxy', { env }));
    const nginx = findProxy('nginx') && use(await startNginx(forwardTo(backend.url), cores.server));
    const rates = await measureRates(
      {
        ours: host.url + briefPath,
        bare: bare.url + briefPath,
        middleware: middleware.url + briefPath,
        nginx: nginx && `http://127.0.0.1:${nginx.port}${briefPath}`,
      },
      options,
    );
    return compare('proxied brief, requests/s', rates.ours, [
      { name: 'bare keep-alive proxy', value: rates.bare, goal: { atLeast: 0.6 } },
      { name: 'http-proxy-middleware alone', value: rates.middleware, goal: { atLeast: 0.85 } },
      { name: 'nginx', value: rates.nginx },
    ]);
  });
}

function forwardTo(backendUrl: string) {
  const { host } = new URL(backendUrl);
  return {
    http: `upstream backend { server ${host}; keepalive 64; keepalive_requests 1000000; }`,
    server: `location / {
      proxy_pass http://backend;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }`,
  };
}
