import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Serves the figures on a port of their own, which the public does not reach. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer(async (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    if (req.method !== 'GET') return void res.writeHead(405, { Allow: 'GET' }).end();
    const { mediaType, text } = await metrics.expose();
    res.writeHead(200, { 'Content-Type': mediaType }).end(text);
  });
}
