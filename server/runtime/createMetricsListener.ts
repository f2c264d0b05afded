import type { RequestListener, ServerResponse } from 'node:http';
import { livePath, readyPath } from '../paths.ts';
import type { Services } from '../services.ts';
import { live, ready } from './health.ts';
import type { Metrics } from './metrics.ts';

/**
 * Creates the request listener for `/metrics` and the health checks, for a port that the public cannot reach. Node.js
 * accepts one connection per listening socket in each turn of the event loop, so that checks on the public port wait for
 * the connections of clients.
 */
export function createMetricsListener(
  { registry }: Metrics,
  { connections, shutdown }: Services,
): RequestListener {
  const healthChecks = new Map([
    [livePath, live],
    [readyPath, () => ready(shutdown.signal)],
  ]);

  return async (req, res) => {
    if (!connections.accept(req, res)) return;

    const path = req.url?.split('?', 1)[0] ?? '';
    const health = healthChecks.get(path)?.();
    if (health) return send(res, health.status, 'text/plain; charset=utf-8', health.text);
    if (path !== '/metrics') return send(res, 404, 'text/plain; charset=utf-8', 'Not found.\n');

    send(res, 200, registry.contentType, await registry.metrics());
  };
}

function send(res: ServerResponse, status: number, type: string, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', type);
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}
