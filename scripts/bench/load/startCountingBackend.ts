import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../../stack/listenLocally.ts';

/** Starts a backend that responds after a delay and counts the deliveries of each submission. */
export async function startCountingBackend(delayMs: number) {
  /** Deliveries by the text of the submission. */
  const deliveries = new Map<string, number>();
  const server = createServer(async (req, res) => {
    if (req.method === 'POST') {
      const { text } = (await json(req)) as { text: string };
      deliveries.set(text, (deliveries.get(text) ?? 0) + 1);
    }
    await wait(delayMs);
    res.setHeader('Content-Type', 'application/json');
    res.end(req.method === 'POST' ? '{}' : '{"name":"daily","fullName":"The Daily"}');
  });
  const { url, close } = await listenLocally(server);
  return { url, close, countDeliveries: (text: string) => deliveries.get(text) ?? 0 };
}
