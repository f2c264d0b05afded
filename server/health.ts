import type { RequestHandler } from 'express';
import type { Work } from './work.ts';

/** The process answers. */
export const answerLive: RequestHandler = (_req, res) => {
  res.set('Cache-Control', 'no-store').type('text').send('live\n');
};

/**
 * Whether new requests may be sent here. A backend that is down does not count: the page and its
 * answers to that are needed then, and no copy of the host would have a better one.
 */
export function answerReady(work: Work): RequestHandler {
  return (_req, res) => {
    const [status, text] = work.stopping ? [503, 'stopping\n'] : [200, 'ready\n'];
    res.status(status).set('Cache-Control', 'no-store').type('text').send(text);
  };
}
