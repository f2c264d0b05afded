import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** A backend that takes a moment for each answer and counts how often each submission arrives. */
export async function startCountingBackend(answerMs: number) {
  const delivered = new Map<string, number>();
  const server = createServer(async (req, res) => {
    if (req.method === 'POST') {
      const { text } = (await json(req)) as { text: string };
      delivered.set(text, (delivered.get(text) ?? 0) + 1);
    }
    await wait(answerMs);
    res.setHeader('Content-Type', 'application/json');
    res.end(req.method === 'POST' ? '{}' : '{"name":"daily","fullName":"The Daily"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often each submission's text has arrived. */
    delivered,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
