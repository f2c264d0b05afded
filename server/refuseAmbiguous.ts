import type { RequestHandler } from 'express';
import { answerProblem } from './answerProblem.ts';
import { findAmbiguousHeaders, findAmbiguousTarget } from './findAmbiguity.ts';
import { isRoutable } from './keepRoutable.ts';
import { isUnder } from './paths.ts';

/**
 * Answers 400 to a request that another server could understand differently, before anything else
 * looks at it. Under `pagePath` any path will do: it goes nowhere, and a mistyped address of a page
 * deserves a page.
 */
export function refuseAmbiguous(pagePath: string): RequestHandler {
  const isPage = (target: string) => isUnder(pagePath, target) && isRoutable(target);
  return (req, res, next) => {
    const ambiguity =
      findAmbiguousHeaders(req) ??
      (isPage(req.originalUrl) ? undefined : findAmbiguousTarget(req.originalUrl));
    if (ambiguity === undefined) return next();
    res.set('Connection', 'close');
    answerProblem(res, 400, ambiguity);
  };
}
