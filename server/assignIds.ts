import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Config } from './config.ts';

declare global {
  namespace Express {
    interface Locals {
      /** Names this request in the log, to the backend and to the client. */
      requestId: string;
      /** What a script in the document needs to run. */
      nonce: string;
    }
  }
}

/** Gives each request what nothing else may guess or repeat. A proxy of ours may have named it before. */
export function assignIds({ trustedProxyHops }: Pick<Config, 'trustedProxyHops'>): RequestHandler {
  return (req, res, next) => {
    const given = trustedProxyHops > 0 ? req.get('X-Request-Id') : undefined;
    res.locals.requestId = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    res.locals.nonce = randomBytes(16).toString('base64');
    res.set('X-Request-Id', res.locals.requestId);
    next();
  };
}
