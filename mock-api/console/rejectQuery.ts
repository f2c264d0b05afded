import type { RequestHandler } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';

/** Rejects a request with query parameters, because ignoring one would hide a mistake. */
export const rejectQuery: RequestHandler = (req, res, next) => {
  const [name] = Object.keys(req.query);
  if (name === undefined) return next();
  sendProblem(res, 400, `Unknown query parameter "${name}": expected none.`);
};
