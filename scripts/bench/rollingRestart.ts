import { setTimeout as wait } from 'node:timers/promises';
import { type HostCopy, startHostCopy } from './hostCopy.ts';

/** Copies of the host behind something that sends requests to those that are ready. */
export interface Fleet {
  env: Record<string, string>;
  ports: readonly number[];
  copies: HostCopy[];
  serve(ports: readonly number[]): Promise<void>;
}

/**
 * Restarts one copy: tells it to stop, waits as an ingress does until it says that it is not ready,
 * takes it out, waits for its end, starts it anew and puts it back.
 */
export async function restartCopy(fleet: Fleet, index: number): Promise<number | null> {
  const { env, ports, copies } = fleet;
  const [copy, port] = [copies[index], ports[index]];
  if (!copy || !port) throw new Error(`There is no copy ${index}.`);
  copy.stop();
  while (await isReady(port)) await wait(100);
  await fleet.serve(ports.filter((other) => other !== port));
  const exitCode = await copy.exited;
  copies[index] = await startHostCopy({ ...env, PORT: String(port) });
  while (!(await isReady(port))) await wait(100);
  await fleet.serve(ports);
  return exitCode;
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200;
}
