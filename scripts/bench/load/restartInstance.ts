import { setTimeout as wait } from 'node:timers/promises';
import { type HostProcess, startHostProcess } from './startHostProcess.ts';

/** Instances of the host behind a load balancer. */
export interface Cluster {
  env: Record<string, string>;
  /** The port of each instance, in the order of `instances`. */
  ports: readonly number[];
  instances: HostProcess[];
  /** Makes the load balancer send requests to these ports only. */
  routeTo(ports: readonly number[]): Promise<void>;
}

/**
 * Restarts one instance as an orchestrator does: sends SIGTERM, removes it from the load balancer
 * once it is not ready, waits for it to exit, then starts and adds a new one. Returns the exit
 * code.
 */
export async function restartInstance(cluster: Cluster, index: number): Promise<number | null> {
  const { env, ports, instances } = cluster;
  const [instance, port] = [instances[index], ports[index]];
  if (!instance || !port) throw new Error(`There is no instance ${index}.`);
  instance.stop();
  while (await isReady(port)) await wait(100);
  await cluster.routeTo(ports.filter((other) => other !== port));
  const exitCode = await instance.exited;
  instances[index] = await startHostProcess({ ...env, PORT: String(port) });
  while (!(await isReady(port))) await wait(100);
  await cluster.routeTo(ports);
  return exitCode;
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200;
}
