import type { Request, RequestHandler } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';

const safeMethods = ['GET', 'HEAD'];

/**
 * Rejects requests that change something and come from a page of another origin. Clients that are no
 * browsers send neither header.
 */
export const rejectOtherOrigins: RequestHandler = (req, res, next) => {
  if (safeMethods.includes(req.method) || isOwnOrigin(req)) return next();
  sendProblem(res, 403, 'Pages of another origin cannot change the mock.');
};

function isOwnOrigin({ headers }: Request): boolean {
  const { origin, host, 'x-forwarded-host': forwardedHost, 'sec-fetch-site': site } = headers;
  // Browsers send it only to a URL of HTTPS or localhost.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  const originHost = URL.parse(origin)?.host;
  return originHost !== undefined && [host, forwardedHost].includes(originHost);
}
