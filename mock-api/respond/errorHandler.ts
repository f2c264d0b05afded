import type { ErrorRequestHandler } from 'express';
import { isObject } from '../contract/jsonPointer.ts';
import { maxBodyBytes } from './readBody.ts';
import { sendProblem } from './sendProblem.ts';

/** Rejects a body that cannot be read. Any other error is logged and becomes a 500. */
export const errorHandler: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  const status = isObject(error) && typeof error.status === 'number' ? error.status : 500;
  if (status === 413) {
    return sendProblem(res, 413, `The body is larger than ${maxBodyBytes / 1024} KiB.`);
  }
  if (status === 415) {
    return sendProblem(res, 415, 'The body has an unsupported Content-Encoding.');
  }
  if (status < 500)
    return sendProblem(res, 400, 'The body is incomplete or cannot be decompressed.');

  const reason = error instanceof Error ? error.message : String(error);
  console.error(error);
  sendProblem(res, 500, `The mock failed: ${reason}`);
};
