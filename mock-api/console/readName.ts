import type { RequestHandler } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';
import { expectedName, validName } from '../scenarios/testerName.ts';

/**
 * Sets `res.locals.name` to that of the query, if there is one. Rejects other parameters, because ignoring one
 * would hide a mistake.
 */
export const readName: RequestHandler = ({ query: { name, ...others } }, res, next) => {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    return sendProblem(res, 400, `Unknown query parameter "${unknown}": expected name.`);
  }
  if (name !== undefined && !(typeof name === 'string' && validName.test(name))) {
    return sendProblem(res, 400, `name: expected ${expectedName}, got ${JSON.stringify(name)}.`);
  }
  res.locals.name = name;
  next();
};

/** Rejects a request without a tester's name. Follows `readName`. */
export const requireName: RequestHandler = (_req, res, next) => {
  if (res.locals.name !== undefined) return next();
  sendProblem(res, 400, 'name: expected one value.');
};
