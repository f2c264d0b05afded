import { setTimeout as wait } from 'node:timers/promises';
import { printTable } from '../command/printTable.ts';
import { readNumber } from '../command/readOption.ts';
import { runCommand } from '../command/runCommand.ts';
import { buildProduct } from './buildProduct.ts';
import { findFreePort } from './findFreePort.ts';
import { type Cluster, restartInstance } from './load/restartInstance.ts';
import { startCountingBackend } from './load/startCountingBackend.ts';
import { startHostProcess } from './load/startHostProcess.ts';
import { startSlowClients } from './load/startSlowClients.ts';
import { startSubscribers } from './load/startSubscribers.ts';
import { startNginx } from './peers/startNginx.ts';

const usage = `Usage: npm run bench -- load [options]

Restarts two instances of the built host behind nginx under load, then measures one with slow clients,
then checks for memory growth. Needs nginx.

Options:
  --connections N    concurrent connections (default: 200)
  --seconds N        duration of each run with restarts (default: 40)
  --soak N           duration of the memory check in seconds (default: 60)
  --slow N           number of slow clients (default: 2000)
  -h, --help         show this help`;

const options = {
  connections: { type: 'string' },
  seconds: { type: 'string' },
  soak: { type: 'string' },
  slow: { type: 'string' },
} as const;

export function run(args: string[]): Promise<void> {
  return runCommand({ usage, args, options }, ({ values }) =>
    measureCluster({
      connections: readNumber('--connections', values.connections, 200),
      seconds: readNumber('--seconds', values.seconds, 40),
      soak: readNumber('--soak', values.soak, 60),
      slow: readNumber('--slow', values.slow, 2000, 0),
    }),
  );
}

/**
 * Runs two instances of the built host behind nginx: restarts them in turn under load, once with and
 * once without readiness checks in nginx, then measures one instance while slow clients keep
 * connections open, then checks for memory growth under steady load.
 */
async function measureCluster({
  connections,
  seconds,
  soak,
  slow,
}: Record<keyof typeof options, number>): Promise<void> {
  await buildProduct();
  const backend = await startCountingBackend(5);
  const ports = [await findFreePort(), await findFreePort()];
  const env = { BACKEND_URL: backend.url, TRUSTED_PROXY_HOPS: '1', DRAIN_DELAY_MS: '1500' };
  // Started first, so that a missing nginx leaves no instance running.
  const nginx = await startNginx(ports, 'checking');
  const unawareNginx = await startNginx(ports, 'unaware');
  const instances = await Promise.all(
    ports.map((port) => startHostProcess({ ...env, PORT: String(port) })),
  );
  const cluster: Cluster = { env, ports, instances, routeTo: nginx.routeTo };
  try {
    const restarts = {
      cluster,
      connections,
      seconds,
      countDeliveries: backend.countDeliveries,
    };
    const failureCount =
      (await measureRestarts({
        ...restarts,
        port: nginx.port,
        balancer: 'nginx that checks them',
      })) +
      (await measureRestarts({
        ...restarts,
        // Few enough that no connection waits to be accepted, because nginx must not retry a POST.
        connections: Math.min(connections, 8),
        port: unawareNginx.port,
        balancer: 'nginx without health checks',
      })) +
      (await measureSlowClients(ports[0] ?? 0, slow)) +
      (await measureMemory(cluster, nginx.port, connections, soak));
    if (failureCount > 0) process.exitCode = 1;
  } finally {
    for (const instance of cluster.instances) instance.stop();
    await Promise.all(cluster.instances.map((instance) => instance.exited));
    await nginx.close();
    await unawareNginx.close();
    await backend.close();
  }
}

interface RestartOptions {
  cluster: Cluster;
  port: number;
  /** For the title of the table. */
  balancer: string;
  connections: number;
  seconds: number;
  /** The number of times that a submission with this text has reached the backend. */
  countDeliveries(text: string): number;
}

async function measureRestarts(options: RestartOptions): Promise<number> {
  const { cluster, port, balancer, connections, seconds, countDeliveries } = options;
  const subscribers = startSubscribers(port, connections);
  const end = performance.now() + seconds * 1000;
  const exitCodes: (number | null)[] = [];
  for (let index = 0; performance.now() < end; index++) {
    exitCodes.push(await restartInstance(cluster, index % cluster.instances.length));
  }
  const result = await subscribers.stop();
  const lost = result.sent.filter((text) => countDeliveries(text) === 0).length;
  const repeated = result.sent.filter((text) => countDeliveries(text) > 1).length;
  printTable(
    `${connections} connections while two instances behind ${balancer} are restarted in turn`,
    [
      ['seconds', result.seconds.toFixed(0)],
      ['restarts', exitCodes.length],
      ['of these, with an exit code other than 0', exitCodes.filter((code) => code !== 0).length],
      ['requests', result.requests],
      ['requests per second', Math.round(result.requests / result.seconds)],
      ['p50 and p99, ms', `${result.p50}, ${result.p99}`],
      ['failed requests', result.failures.length],
      ['GETs retried because nginx had closed the idle connection', result.retries],
      ['submissions sent', result.sent.length],
      ['delivered once', result.sent.length - lost - repeated],
      ['lost', lost],
      ['delivered more than once', repeated],
    ],
  );
  for (const failure of new Set(result.failures)) console.log(`  ${failure}`);
  return result.failures.length + lost + repeated;
}

async function measureSlowClients(port: number, count: number): Promise<number> {
  const before = await measureLatency(port);
  const slowClients = startSlowClients(port, count);
  // The host closes a connection whose request head takes longer than 10 s.
  await wait(12_000);
  const during = await measureLatency(port);
  printTable(`${count} clients that send a request slowly, to one instance without nginx`, [
    ['open connections', slowClients.openCount()],
    ['connections closed by the host and opened again', slowClients.reopenedCount()],
    ['latency before, p50 and p99, ms', `${before.p50}, ${before.p99}`],
    ['latency with slow clients, p50 and p99, ms', `${during.p50}, ${during.p99}`],
    ['failed requests', during.failures.length],
  ]);
  slowClients.stop();
  return during.failures.length;
}

async function measureLatency(port: number) {
  const subscriber = startSubscribers(port, 1);
  await wait(4_000);
  return subscriber.stop();
}

async function measureMemory(
  cluster: Cluster,
  port: number,
  connections: number,
  seconds: number,
): Promise<number> {
  const readMemory = () =>
    Promise.all(cluster.instances.map((instance) => instance.readResidentMemory()));
  const subscribers = startSubscribers(port, connections);
  await wait(15_000);
  const afterWarmUp = await readMemory();
  await wait((seconds / 2) * 1000);
  const halfway = await readMemory();
  await wait((seconds / 2) * 1000);
  const atEnd = await readMemory();
  const result = await subscribers.stop();
  const grownCount = atEnd.filter((size, index) => size > (halfway[index] ?? 0) * 1.25).length;
  printTable(`${connections} connections without restarts for ${seconds} s after warm-up`, [
    ['requests', result.requests],
    ['requests per second', Math.round(result.requests / result.seconds)],
    ['failed requests', result.failures.length],
    ['resident memory after warm-up, MiB', afterWarmUp.join(', ')],
    ['halfway', halfway.join(', ')],
    ['at the end', atEnd.join(', ')],
    [
      'warnings and errors in the logs',
      cluster.instances.flatMap((instance) => instance.warnings).length,
    ],
  ]);
  return result.failures.length + grownCount;
}
