import { type NginxDirectives, runNginx } from './runNginx.ts';

/**
 * Starts nginx in front of instances of the host, with the headers that docs/operations.md recommends. In the
 * mode `checking`, `routeTo()` makes it act as an ingress that checks their readiness, without retries, which
 * would hide failures. In the mode `unaware`, it has the settings for nginx without health checks.
 */
export async function startNginx(ports: readonly number[], mode: 'checking' | 'unaware') {
  const nginx = await runNginx(createDirectives({ ports, active: ports, mode }));
  return {
    port: nginx.port,
    /**
     * Sends requests only to the instances on these ports, like an ingress while the others are not
     * ready.
     */
    routeTo: (active: readonly number[]) =>
      nginx.reconfigure(createDirectives({ ports, active, mode })),
    close: nginx.close,
  };
}

interface BalancerOptions {
  /** The port of every instance. */
  ports: readonly number[];
  /** The ports that receive requests. */
  active: readonly number[];
  mode: 'checking' | 'unaware';
}

function createDirectives({ ports, active, mode }: BalancerOptions): NginxDirectives {
  const servers = ports.map(
    (port) => `server 127.0.0.1:${port} max_fails=0${active.includes(port) ? '' : ' down'};`,
  );
  return {
    http: `upstream instances {
      ${servers.join('\n      ')}
      keepalive 64;
      ${mode === 'unaware' ? 'keepalive_timeout 1s;' : ''}
    }`,
    server: `location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      ${mode === 'unaware' ? 'proxy_connect_timeout 1s; proxy_next_upstream error;' : 'proxy_next_upstream off;'}
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Request-Id $request_id;
    }`,
  };
}
