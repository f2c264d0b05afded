import { type HostProcess, startHostProcess } from '../load/startHostProcess.ts';
import { findNginx } from '../peers/runNginx.ts';
import { isHaproxyInstalled, startHaproxy } from '../peers/startHaproxy.ts';
import { startNginx } from '../peers/startNginx.ts';

/** The proxy in front of the host. */
export type Front = 'direct' | 'nginx' | 'haproxy';

export const fronts: readonly Front[] = ['direct', 'nginx', 'haproxy'];

/** The number of attempts of an attack, and of those that the host has resisted. */
export interface AttackResult {
  attempts: number;
  resisted: number;
  /** Further figures. */
  note?: string;
}

export interface Target {
  /** The port that clients use. */
  port: number;
  host: HostProcess;
  /** Returns how long a health check of the host takes; Infinity if it fails. */
  measureHealth(): Promise<number>;
}

export function isInstalled(front: Front): boolean {
  if (front === 'nginx') return findNginx() !== undefined;
  return front === 'haproxy' ? isHaproxyInstalled : true;
}

/** A health check that takes longer counts as failed. */
export const maxHealthMs = 1_000;

/**
 * Runs an attack against a host with the memory of deploy/kubernetes.yaml. If the host exits, or does not shut
 * down gracefully afterwards, it has resisted no attempt.
 */
export async function withTarget(
  front: Front,
  env: Record<string, string>,
  attack: (target: Target) => Promise<AttackResult>,
): Promise<AttackResult> {
  const host = await startHostProcess({
    PORT: '0',
    NODE_OPTIONS: '--max-old-space-size=256',
    TRUSTED_PROXY_HOPS: front === 'direct' ? '0' : '1',
    TRUSTED_FORWARDED_HEADERS: 'x-forwarded-for,x-forwarded-proto,x-forwarded-host,x-request-id',
    // All clients have one address here.
    MAX_IN_FLIGHT_PER_CLIENT: '1000',
    ...env,
  });
  const proxy = await startFront(front, host.port);
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
  }
}

async function startFront(front: Front, hostPort: number) {
  if (front === 'nginx') return startNginx([hostPort], 'unaware');
  return front === 'haproxy' ? startHaproxy(hostPort) : undefined;
}
