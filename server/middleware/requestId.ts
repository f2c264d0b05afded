import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Config } from '../config/config.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Identifies the request in the log, to the backend and to the client. */
      requestId: string;
    }
  }
}

/** Assigns an id to each request, or keeps the id from a trusted proxy. */
export function requestId({
  trustedProxyHops,
  trustedForwardedHeaders,
}: Pick<Config, 'trustedProxyHops' | 'trustedForwardedHeaders'>): RequestHandler {
  const isTrusted = trustedProxyHops > 0 && trustedForwardedHeaders.includes('x-request-id');
  return (req, res, next) => {
    const received = isTrusted ? req.get('X-Request-Id') : undefined;
    res.locals.requestId = received && /^[\w-]{8,64}$/.test(received) ? received : randomUUID();
    next();
  };
}
