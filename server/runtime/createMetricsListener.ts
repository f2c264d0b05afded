import type { RequestListener } from 'node:http';
import { livePath, readyPath } from '../paths.ts';
import { live, ready } from './health.ts';
import type { Metrics } from './metrics.ts';

/**
 * Creates the request listener for `/metrics` and the health checks, for a port that the public cannot reach. Node.js accepts one
 * connection per listening socket in each turn of the event loop, so that checks on the public port wait for the
 * connections of clients.
 */
export function createMetricsListener(
  { registry }: Metrics,
  shutdown: AbortSignal,
): RequestListener {
  const listeners = new Map<string | undefined, RequestListener>([
    [livePath, live],
    [readyPath, ready(shutdown)],
    [
      '/metrics',
      async (_req, res) => {
        const text = await registry.metrics();
        res.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
      },
    ],
  ]);
  return (req, res) => {
    const path = req.url?.split('?', 1)[0];
    const listener = listeners.get(path);
    if (listener) listener(req, res);
    else res.writeHead(404).end();
  };
}
