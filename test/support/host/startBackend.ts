import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpServer, type TestServer } from '../startHttpServer.ts';

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface TestBackend extends TestServer {
  /** The requests that the default listener received. */
  received: ReceivedRequest[];
  /** Returns the number of connections since the start. */
  connectionCount(): number;
}

/** Starts an HTTP backend until the test ends. By default it sends a brief. */
export async function startBackend(listener?: RequestListener): Promise<TestBackend> {
  const received: ReceivedRequest[] = [];
  const backend = await startHttpServer(
    listener ??
      (async (req, res) => {
        const { method = '', url = '', headers } = req;
        received.push({ method, url, headers, body: await text(req) });
        res.setHeader('Content-Type', 'application/json');
        res.end('{"name":"daily","fullName":"The Daily"}');
      }),
  );
  let connectionCount = 0;
  backend.server.on('connection', () => connectionCount++);
  return { ...backend, received, connectionCount: () => connectionCount };
}

/** Starts an HTTP backend that responds only on request. */
export async function startPendingBackend() {
  const pending: ServerResponse[] = [];
  const backend = await startBackend((req, res) => {
    req.resume();
    pending.push(res);
  });
  const respond = () => {
    for (const res of pending.splice(0)) res.end('{}');
  };
  return { ...backend, pending, respond };
}
