import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { answerProblem } from './answerProblem.ts';
import type { Limits } from './limits.ts';

/**
 * Takes a request's body whole into memory before anything is sent on: the backend then gets one
 * complete request or none, whatever the client's pace, and never one that breaks off.
 */
export function readBody(
  limits: Pick<Limits, 'bodyBytes' | 'lingerMs'>,
): [RequestHandler, ErrorRequestHandler] {
  const refuse: ErrorRequestHandler = (error, req, res, next) => {
    if (error.type === 'request.aborted') return;
    if (error.type === 'entity.too.large') {
      answerProblem(res, 413, `The body is larger than ${limits.bodyBytes / 1024} KiB.`);
    } else if (error.type === 'encoding.unsupported') {
      answerProblem(res, 415, 'The body must not be compressed.');
    } else return next(error);
    // Closing at once would take the answer back from a client that is still sending.
    setTimeout(() => req.complete || req.destroy(), limits.lingerMs).unref();
  };
  return [express.raw({ type: () => true, limit: limits.bodyBytes, inflate: false }), refuse];
}
