import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBuiltHost } from '../processes/startBuiltHost.ts';
import { findProxy, startHaproxy, startNginx } from '../processes/startProxy.ts';
import { withResources } from '../processes/withResources.ts';

/** The proxy in front of the host. */
export type Front = 'direct' | 'nginx' | 'haproxy';

/** The number of attempts of an attack, and of those that were resisted. */
export interface AttackResult {
  attempts: number;
  resisted: number;
  /** Further figures. */
  note?: string;
}

interface Target {
  /** The port that clients use. */
  port: number;
  /** In MiB. */
  readMemory(): Promise<number>;
  /** Returns how long a health check of the host takes; Infinity if it fails. */
  measureHealth(): Promise<number>;
}

/** The fronts that are installed. */
export const fronts = (['direct', 'nginx', 'haproxy'] as const).filter(
  (front) => front === 'direct' || findProxy(front) !== undefined,
);

/** Settings of a host that trusts the proxy in front of it. */
export const hostSettings = (front: Front) => ({
  NODE_OPTIONS: '--max-old-space-size=256',
  TRUSTED_PROXY_HOPS: front === 'direct' ? '0' : '1',
  TRUSTED_FORWARDED_HEADERS: 'x-forwarded-for,x-forwarded-proto,x-forwarded-host,x-request-id',
});

/** A backend that `withTarget` closes. */
interface Backend {
  url: string;
  close(): Promise<void>;
  /** Further settings of the host in front of it. */
  env?: Record<string, string>;
}

/**
 * Runs an attack against a host with the memory of deploy/kubernetes.yaml. An error in its log is an attempt that was
 * not resisted. If the host exits, or does not shut down gracefully afterwards, none was.
 */
export function withTarget(
  front: Front,
  backend: Backend,
  attack: (target: Target) => Promise<AttackResult>,
): Promise<AttackResult> {
  return withResources(async (use, directory) => {
    use(backend);
    const env = { ...hostSettings(front), BACKEND_URL: backend.url, ...backend.env };
    const host = use(await startBuiltHost({ directory, env }));
    const proxy = await startFront(front, [host.port]);
    if (proxy) use(proxy);
    const measureHealth = async () => {
      const start = performance.now();
      const response = await fetch(`${host.url}/health/live`).catch(() => {});
      return response?.status === 200 ? performance.now() - start : Number.POSITIVE_INFINITY;
    };
    const { port } = proxy ?? host;
    const result = await attack({ port, readMemory: host.readMemory, measureHealth });
    const isAlive = (await measureHealth()) < Number.POSITIVE_INFINITY;
    const exitCode = await host.close();
    const log = readFileSync(join(directory, 'host.log'), 'utf8');
    const errors = log.match(/^.*"level":"(error|fatal)".*$/gm) ?? [];
    for (const error of errors.slice(0, 5)) console.log(`  ${front}: ${error}`);
    const isIntact = isAlive && exitCode === 0;
    return { ...result, resisted: isIntact ? Math.max(0, result.resisted - errors.length) : 0 };
  });
}

/** Starts a proxy in front of hosts on these ports, with the settings that docs/operations.md recommends. */
export async function startFront(front: Front, ports: readonly number[]) {
  if (front === 'direct') return undefined;
  return front === 'nginx'
    ? startNginx(configureNginx(ports))
    : startHaproxy(configureHaproxy(ports));
}

function configureNginx(ports: readonly number[]) {
  return {
    http: `upstream instances {
      ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n      ')}
      keepalive 64;
      keepalive_timeout 1s;
    }`,
    server: `location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_connect_timeout 1s;
      proxy_next_upstream error;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_set_header X-Request-Id $request_id;
    }`,
  };
}

function configureHaproxy(ports: readonly number[]): string {
  const servers = ports.map(
    (port, index) => `server instance${index} 127.0.0.1:${port} check inter 200ms fall 2 rise 1`,
  );
  return `
  unique-id-format %[uuid()]
  http-request set-header X-Forwarded-For   %[src]
  http-request set-header X-Forwarded-Proto https if { ssl_fc }
  http-request set-header X-Forwarded-Proto http unless { ssl_fc }
  http-request set-header X-Forwarded-Host  %[req.hdr(Host)]
  http-request set-header X-Request-Id      %[unique-id]
  default_backend instances
backend instances
  http-reuse always
  option httpchk GET /health/ready
  ${servers.join('\n  ')}`;
}
