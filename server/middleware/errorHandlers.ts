import type { ErrorRequestHandler, RequestHandler } from 'express';
import { describeError, type Log } from '../runtime/log.ts';
import { clearResponse, sendProblem } from './sendProblem.ts';

export const notFound: RequestHandler = (_req, res) => {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('Not found.\n');
};

/** Responds 4xx to a request that Express could not parse, and logs any other error and responds 500. */
export function createErrorHandler(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const isClientError = error.status >= 400 && error.status < 500;
    if (!isClientError) {
      log.error({ id: res.locals.requestId, error: describeError(error) }, 'unhandled error');
    }
    if (res.headersSent) return void res.destroy();
    clearResponse(res);
    if (isClientError) sendProblem(res, error.status, 'The request could not be parsed.');
    else sendProblem(res, 500, 'Something went wrong.');
  };
}
