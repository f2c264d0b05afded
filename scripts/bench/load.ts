import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildClient } from '../buildClient.ts';
import { buildHost } from '../buildHost.ts';
import { startCountingBackend } from './countingBackend.ts';
import { findFreePort } from './findFreePort.ts';
import { startHostCopy } from './hostCopy.ts';
import { startNginx } from './nginx.ts';
import { printTable } from './printTable.ts';
import { type Fleet, restartCopy } from './rollingRestart.ts';
import { startSlowClients } from './slowClients.ts';
import { startSubscribers } from './subscribers.ts';

/**
 * Two copies of the built host behind nginx: restarted in turn under load, then besieged by slow
 * clients, then left under load to see whether their memory grows.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      connections: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '40' },
      soak: { type: 'string', default: '60' },
      slow: { type: 'string', default: '2000' },
    },
  });
  const connections = Number(values.connections);
  await Promise.all([buildClient(), buildHost()]);
  const backend = await startCountingBackend(5);
  const ports = [await findFreePort(), await findFreePort()];
  const env = { BACKEND_URL: backend.url, TRUSTED_PROXY_HOPS: '1', DRAIN_DELAY_MS: '1500' };
  const copies = await Promise.all(
    ports.map((port) => startHostCopy({ ...env, PORT: String(port) })),
  );
  const nginx = await startNginx(ports);
  const fleet: Fleet = { env, ports, copies, serve: nginx.serve };
  try {
    const delivered = (text: string) => backend.delivered.get(text) ?? 0;
    const bad =
      (await restartUnderLoad(fleet, nginx.port, connections, Number(values.seconds), delivered)) +
      (await besiege(ports[0] ?? 0, Number(values.slow))) +
      (await soak(fleet, nginx.port, connections, Number(values.soak)));
    if (bad > 0) process.exitCode = 1;
  } finally {
    for (const copy of fleet.copies) copy.stop();
    await Promise.all(fleet.copies.map((copy) => copy.exited));
    await nginx.close();
    backend.close();
  }
}

async function restartUnderLoad(
  fleet: Fleet,
  port: number,
  connections: number,
  seconds: number,
  delivered: (text: string) => number,
): Promise<number> {
  const subscribers = startSubscribers(port, connections);
  const end = performance.now() + seconds * 1000;
  const exitCodes: (number | null)[] = [];
  for (let index = 0; performance.now() < end; index++) {
    exitCodes.push(await restartCopy(fleet, index % fleet.copies.length));
  }
  const result = await subscribers.stop();
  const lost = result.sent.filter((text) => delivered(text) === 0).length;
  const twice = result.sent.filter((text) => delivered(text) > 1).length;
  printTable(`${connections} connections, one of two copies restarted all the time`, [
    ['seconds', result.seconds.toFixed(0)],
    ['restarts', exitCodes.length],
    ['of these, not with exit code 0', exitCodes.filter((code) => code !== 0).length],
    ['requests', result.requests],
    ['requests per second', Math.round(result.requests / result.seconds)],
    ['p50 and p99, ms', `${result.p50}, ${result.p99}`],
    ['failed requests', result.failures.length],
    ['reads sent again, as their kept connection to nginx was closed', result.sentAgain],
    ['submissions sent', result.sent.length],
    ['delivered once', result.sent.length - lost - twice],
    ['lost', lost],
    ['delivered more than once', twice],
  ]);
  for (const failure of new Set(result.failures)) console.log(`  ${failure}`);
  return result.failures.length + lost + twice;
}

async function besiege(port: number, count: number): Promise<number> {
  const quiet = await measure(port);
  const slow = startSlowClients(port, count);
  // Long enough for the first of them to be let go.
  await wait(12_000);
  const besieged = await measure(port);
  printTable(`${count} clients that send a request in drips, to one copy without nginx`, [
    ['open', slow.open()],
    ['let go and connected anew so far', slow.letGo()],
    ['a request before, p50 and p99, ms', `${quiet.p50}, ${quiet.p99}`],
    ['a request meanwhile, p50 and p99, ms', `${besieged.p50}, ${besieged.p99}`],
    ['failed requests', besieged.failures.length],
  ]);
  slow.stop();
  return besieged.failures.length;
}

async function measure(port: number) {
  const subscriber = startSubscribers(port, 1);
  await wait(4_000);
  return subscriber.stop();
}

async function soak(
  fleet: Fleet,
  port: number,
  connections: number,
  seconds: number,
): Promise<number> {
  const memory = () => Promise.all(fleet.copies.map((copy) => copy.residentMemory()));
  const subscribers = startSubscribers(port, connections);
  await wait(15_000);
  const warm = await memory();
  await wait((seconds / 2) * 1000);
  const halfway = await memory();
  await wait((seconds / 2) * 1000);
  const end = await memory();
  const result = await subscribers.stop();
  const grown = end.filter((size, index) => size > (halfway[index] ?? 0) * 1.25).length;
  printTable(`${connections} connections without restarts for ${seconds} s after warm-up`, [
    ['requests', result.requests],
    ['requests per second', Math.round(result.requests / result.seconds)],
    ['failed requests', result.failures.length],
    ['resident memory after warm-up, MiB', warm.join(', ')],
    ['halfway', halfway.join(', ')],
    ['at the end', end.join(', ')],
    ['complaints in the logs', fleet.copies.flatMap((copy) => copy.complaints).length],
  ]);
  return result.failures.length + grown;
}
