import type { RequestListener, ServerResponse } from 'node:http';
import type { Services } from '../services.ts';
import { findHealth } from './findHealth.ts';
import type { Metrics } from './metrics.ts';

/**
 * Creates the request listener for `/metrics` and the health checks, for a port that the public cannot reach. Node.js
 * accepts one connection per listening socket in each turn of the event loop, so that checks on the public port wait
 * for the connections of clients.
 */
export function createMetricsListener(
  { registry }: Metrics,
  { connections, shutdown }: Services,
): RequestListener {
  return async (req, res) => {
    if (!connections.accept(req, res)) return;

    const health = findHealth(req, shutdown.signal);
    if (health) return send(res, health.status, health.text, health.headers);
    const { method, url = '' } = req;
    if (url.split('?', 1)[0] !== '/metrics') return send(res, 404, 'Not found.\n');

    if (method !== 'GET' && method !== 'HEAD') {
      return send(res, 405, 'Method not allowed.\n', { Allow: 'GET, HEAD' });
    }

    send(res, 200, await registry.metrics(), { 'Content-Type': registry.contentType });
  };
}

function send(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const defaults = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
  };
  res.writeHead(status, { ...defaults, ...headers }).end(text);
}
