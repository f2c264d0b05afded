import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttpServer, type TestServer } from '../startHttpServer.ts';
import { brief } from './startRawBackend.ts';

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface TestBackend extends TestServer {
  /** The requests that the default listener received. */
  received: ReceivedRequest[];
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
        res.end(brief);
      }),
  );
  return { ...backend, received };
}
