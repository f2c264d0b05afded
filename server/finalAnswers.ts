import type { ErrorRequestHandler, RequestHandler } from 'express';
import { answerProblem } from './answerProblem.ts';
import { describeFault, type Log } from './log.ts';

/** The answer to an address that means nothing here. */
export const answerNotFound: RequestHandler = (_req, res) => {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('There is nothing here.\n');
};

/** The answer to a request that Express could not read, or to a fault of our own. */
export function answerFault(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const unreadable = error.status >= 400 && error.status < 500;
    if (!unreadable) log.error({ id: res.locals.requestId, fault: describeFault(error) }, 'fault');
    if (res.headersSent) res.destroy();
    else if (unreadable) answerProblem(res, error.status, 'The request cannot be read.');
    else answerProblem(res, 500, 'Something went wrong.');
  };
}
