import { findProxy, startHaproxy, startNginx } from '../processes/startProxy.ts';
import { type HostProcess, startHostProcess } from './startHostProcess.ts';

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
  host: HostProcess;
  /** Returns how long a health check of the host takes; Infinity if it fails. */
  measureHealth(): Promise<number>;
}

/** The fronts that are installed. */
export const fronts = (['direct', 'nginx', 'haproxy'] as const).filter(
  (front) => front === 'direct' || findProxy(front) !== undefined,
);

/** Settings of a host that trusts the proxy in front of it. */
export const hostSettings = (front: Front) => ({
  PORT: '0',
  NODE_OPTIONS: '--max-old-space-size=256',
  TRUSTED_PROXY_HOPS: front === 'direct' ? '0' : '1',
  TRUSTED_FORWARDED_HEADERS: 'x-forwarded-for,x-forwarded-proto,x-forwarded-host,x-request-id',
  // All clients have one address here.
  MAX_IN_FLIGHT_PER_CLIENT: '1000',
});

/** A backend that `withTarget` closes. */
interface Backend {
  url: string;
  close(): Promise<void>;
  /** Further settings of the host in front of it. */
  env?: Record<string, string>;
}

/**
 * Runs an attack against a host with the memory of deploy/kubernetes.yaml. If the host exits, or does not shut
 * down gracefully afterwards, it has resisted no attempt.
 */
export async function withTarget(
  front: Front,
  backend: Backend,
  attack: (target: Target) => Promise<AttackResult>,
): Promise<AttackResult> {
  const settings = { ...hostSettings(front), BACKEND_URL: backend.url, ...backend.env };
  const host = await startHostProcess(settings);
  const proxy = await startFront(front, [host.port]);
  const measureHealth = async () => {
    const start = performance.now();
    const response = await fetch(`http://127.0.0.1:${host.port}/health/live`).catch(() => {});
    return response?.status === 200 ? performance.now() - start : Number.POSITIVE_INFINITY;
  };
  try {
    const result = await attack({ port: proxy?.port ?? host.port, host, measureHealth });
    const isAlive = (await measureHealth()) < Number.POSITIVE_INFINITY;
    host.stop();
    const exitCode = await host.exited;
    return isAlive && exitCode === 0 ? result : { ...result, resisted: 0 };
  } finally {
    host.stop();
    await proxy?.close();
    await backend.close();
  }
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
