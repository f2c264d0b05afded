import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../../stack/listenLocally.ts';
import { startBuiltHost } from '../processes/startBuiltHost.ts';
import { findFreePort } from '../processes/startServer.ts';
import { type Use, withResources } from '../processes/withResources.ts';
import { type AttackResult, type Front, hostSettings, startFront } from './startTarget.ts';

const restartCount = 6;
const subscriberCount = 50;
const pagePath = '/app/subscriber-feedback/4711/daily/contact';
const briefPath = '/rest/subscriber-feedback/briefs/daily';
const submitPath = '/rest/subscriber-feedback/form-submit';

/**
 * Restarts two hosts in turn while subscribers load pages, read briefs and send messages. Every request must
 * succeed, and every message must be delivered exactly once.
 */
export function restartHosts(front: Front): Promise<AttackResult> {
  return withResources((use, directory) => restart(front, use, directory));
}

async function restart(front: Front, use: Use, directory: string): Promise<AttackResult> {
  const deliveries = new Map<string, number>();
  const server = createServer(async (req, res) => {
    if (req.method === 'POST') {
      const { text } = (await json(req)) as { text: string };
      deliveries.set(text, (deliveries.get(text) ?? 0) + 1);
    }
    await wait(5);
    res.end('{}');
  });
  const backend = use(await listenLocally(server));
  const env = { ...hostSettings(front), BACKEND_URL: backend.url, DRAIN_DELAY_MS: '1500' };
  const ports = [await findFreePort(), await findFreePort()];
  const start = async (port: number) => use(await startBuiltHost({ directory, env, port }));
  const hosts = await Promise.all(ports.map(start));
  const proxy = await startFront(front, ports);
  if (proxy) use(proxy);
  const sent: string[] = [];
  const failures: string[] = [];
  let attempts = 0;
  let isRunning = true;

  const request = async (path: string, options?: RequestInit) => {
    attempts++;
    const url = `http://127.0.0.1:${proxy?.port}${path}`;
    const status = await fetch(url, options)
      .then(async (response) => {
        await response.text();
        return response.status;
      })
      .catch((error: Error) => error);
    if (status !== 200) failures.push(`${path}: ${status}`);
  };
  const subscriber = async () => {
    while (isRunning) {
      await request(pagePath);
      await request(briefPath);
      const text = randomUUID();
      sent.push(text);
      const headers = { 'content-type': 'application/json' };
      await request(submitPath, { method: 'POST', headers, body: JSON.stringify({ text }) });
    }
  };
  const subscribers = Promise.all(Array.from({ length: subscriberCount }, subscriber));
  const exitCodes: (number | null)[] = [];
  for (let i = 0; i < restartCount; i++) {
    const host = hosts.shift();
    if (!host) break;
    exitCodes.push(await host.close());
    hosts.push(await start(host.port));
    // The load balancer notices the new host before the other one stops.
    await wait(1_000);
  }
  isRunning = false;
  await subscribers;

  const lost = sent.filter((text) => !deliveries.has(text)).length;
  const doubled = [...deliveries.values()].filter((count) => count > 1).length;
  const unclean = exitCodes.filter((code) => code !== 0).length;
  for (const failure of [...new Set(failures)].slice(0, 5)) console.log(`  ${front}: ${failure}`);
  return {
    attempts,
    resisted: Math.max(0, attempts - failures.length - lost - doubled - unclean),
    note: `${restartCount} restarts, ${sent.length} sent, ${lost} lost, ${doubled} doubled`,
  };
}
