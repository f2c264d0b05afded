import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real HTTP server that stands behind the host until the test ends. */
export async function startBackend(answer?: RequestListener) {
  const received: Received[] = [];
  const server = createServer(async (req, res) => {
    if (answer) return answer(req, res);
    const { method = '', url = '', headers } = req;
    received.push({ method, url, headers, body: await text(req) });
    res.setHeader('Content-Type', 'application/json');
    res.end('{"name":"daily","fullName":"The Daily"}');
  });
  let connections = 0;
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    /** What arrived, where no answer of the test's own was given. */
    received,
    /** How many connections were ever opened. */
    connections: () => connections,
  };
}
