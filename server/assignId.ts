import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Config } from './config.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Names this request in the log, to the backend and to the client. */
      requestId: string;
    }
  }
}

/** Gives each request an id, or keeps the one that a proxy of ours gave it. */
export function assignId({ trustedProxyHops }: Pick<Config, 'trustedProxyHops'>): RequestHandler {
  return (req, res, next) => {
    const given = trustedProxyHops > 0 ? req.get('X-Request-Id') : undefined;
    res.locals.requestId = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    res.set('X-Request-Id', res.locals.requestId);
    next();
  };
}
