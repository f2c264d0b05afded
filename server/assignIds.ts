import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

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

/** Gives each request what nothing else may guess or repeat. */
export function assignIds(): RequestHandler {
  return (_req, res, next) => {
    res.locals.requestId = randomUUID();
    res.locals.nonce = randomBytes(16).toString('base64');
    res.set('X-Request-Id', res.locals.requestId);
    next();
  };
}
