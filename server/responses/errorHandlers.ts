import type { NextFunction, Request } from 'express';
import type { Handler, Response } from '../locals.ts';
import { describeError, type Log } from '../runtime/log.ts';
import { sendProblem } from './sendProblem.ts';
import { sendText } from './sendText.ts';

export const notFound: Handler = (_req, res) =>
  sendText(res, { status: 404, text: 'Not found.\n' });

/** Creates an Express error handler that logs an error and responds 500. */
export function createErrorHandler(log: Log) {
  // Express tells an error handler by its four parameters.
  return (error: unknown, _req: Request, res: Response, _next: NextFunction): void => {
    log.error({ id: res.locals.requestId, error: describeError(error) }, 'unhandled error');
    if (res.headersSent) {
      res.destroy();
      return;
    }

    for (const name of res.getHeaderNames()) res.removeHeader(name);
    sendProblem(res, 500, 'Something went wrong.');
  };
}
