import { createServer, type RequestListener, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenLocally } from '../scripts/stack/listenLocally.ts';

export interface TestServer {
  server: Server;
  /** The origin, without a trailing slash. */
  url: string;
  port: number;
}

/** Starts an HTTP server on a free port until the test ends. */
export async function startHttpServer(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  const { url, port, close } = await listenLocally(server);
  onTestFinished(close);
  return { server, url, port };
}
