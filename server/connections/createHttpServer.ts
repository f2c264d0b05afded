import { createServer, type RequestListener, type Server } from 'node:http';
import type { Config } from '../config/config.ts';
import type { Limits } from '../config/defaultLimits.ts';

/**
 * Creates a server that closes connections which exceed the limits, so that clients cannot keep them open forever or
 * fill the memory. Of the defaults of Node.js about time, number or size, these remain: any number of requests on a
 * connection, buffers of 64 KiB, 1 s in addition to `keepAliveTimeout`, and no TCP keep-alive, which connections to the
 * backend have.
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
