import type { ErrorRequestHandler, RequestHandler } from 'express';
import { answerProblem } from './answerProblem.ts';
import type { Log } from './log.ts';

/** The answer to an address that means nothing here. */
export const answerNotFound: RequestHandler = (_req, res) => {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('There is nothing here.\n');
};

/** The answer to a request that Express could not read, or to a fault of our own. */
export function answerFault(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const unreadable = error.status >= 400 && error.status < 500;
    // The stack alone: a message may quote the request.
    if (!unreadable) log.error({ id: res.locals.requestId, at: placesOf(error) }, 'fault');
    if (res.headersSent) res.destroy();
    else if (unreadable) answerProblem(res, error.status, 'The request cannot be read.');
    else answerProblem(res, 500, 'Something went wrong.');
  };
}

function placesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
}
