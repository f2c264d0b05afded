import { createServer, type RequestListener, type Server } from 'node:http';
import type { Config } from '../config/config.ts';
import type { Limits } from '../config/limits.ts';

/**
 * Creates a server that closes connections which exceed the limits, so that clients cannot hold them open or fill the
 * memory. Every default of Node.js about time, number or size is replaced, but for those that docs/operations.md names.
 */
export function createHttpServer(
  { keepAliveTimeoutMs, proxyTimeoutMs }: Config,
  limits: Limits,
  listener: RequestListener,
): Server {
  const options = {
    maxHeaderSize: limits.maxHeaderBytes,
    // The app rejects a request without a host.
    requireHostHeader: false,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs / 2),
  };
  const server = createServer(options, listener);
  server.maxHeadersCount = limits.maxHeadersCount;
  // The client's connection is idle while the backend prepares its response.
  server.setTimeout(proxyTimeoutMs + limits.stallTimeoutMs);
  return server;
}
