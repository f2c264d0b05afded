import type { ErrorRequestHandler, RequestHandler } from 'express';

/** The answer to an address that means nothing here. */
export const answerNotFound: RequestHandler = (_req, res) => {
  res.status(404).set('Cache-Control', 'no-store').type('text').send('There is nothing here.\n');
};

/** The answer to a request that Express could not read, or to a fault of our own. */
export const answerFault: ErrorRequestHandler = (error, _req, res, _next) => {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const unreadable = error.status >= 400 && error.status < 500;
  res
    .status(unreadable ? error.status : 500)
    .set('Cache-Control', 'no-store')
    .type('text')
    .send(unreadable ? 'The request cannot be read.\n' : 'Something went wrong.\n');
};
