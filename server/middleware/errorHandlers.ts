import type { ErrorRequestHandler, RequestHandler } from 'express';
import { describeError, type Log } from '../runtime/log.ts';
import { clearResponse, sendProblem } from './sendProblem.ts';

export const notFound: RequestHandler = (_req, res) => {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('Not found.\n');
};

/** Logs an error and responds 500. */
export function createErrorHandler(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    log.error({ id: res.locals.requestId, error: describeError(error) }, 'unhandled error');
    if (res.headersSent) return void res.destroy();
    clearResponse(res);
    sendProblem(res, 500, 'Something went wrong.');
  };
}
