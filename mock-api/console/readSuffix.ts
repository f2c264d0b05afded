import type { RequestHandler } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';
import { expectedSuffix, validSuffix } from '../scenarios/validSuffix.ts';

/**
 * Sets `res.locals.suffix` to that of the query, if there is one. Rejects other parameters, because ignoring one
 * would hide a mistake.
 */
export const readSuffix: RequestHandler = ({ query: { suffix, ...others } }, res, next) => {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    return sendProblem(res, 400, `Unknown query parameter "${unknown}": expected suffix.`);
  }
  if (suffix !== undefined && !(typeof suffix === 'string' && validSuffix.test(suffix))) {
    return sendProblem(
      res,
      400,
      `suffix: expected ${expectedSuffix}, got ${JSON.stringify(suffix)}.`,
    );
  }
  res.locals.suffix = suffix;
  next();
};

/** Rejects a request with any query parameter, for the same reason. */
export const rejectQuery: RequestHandler = ({ query }, res, next) => {
  const [name] = Object.keys(query);
  if (name === undefined) return next();
  sendProblem(res, 400, `Unknown query parameter "${name}": expected none.`);
};
