import type { IncomingMessage } from 'node:http';
import type { HostResponse } from '../locals.ts';
import { basePath, isUnder } from '../paths.ts';
import { sendProblem } from '../responses/sendProblem.ts';
import { sendRedirect } from '../responses/sendText.ts';
import { findHeaderAmbiguity, findTargetAmbiguity, isParsable } from './findAmbiguity.ts';

/**
 * Responds to a request that no route may handle: 417 to an unknown expectation, 400 to an ambiguous request, which the
 * backend or a proxy could interpret differently, and a redirect to a misspelt URL of the page.
 *
 * @returns whether it has responded
 */
export function respondEarly(req: IncomingMessage, res: HostResponse): boolean {
  const isExpectationKnown = /^100-continue$/i.test(req.headers.expect ?? '100-continue');
  if (!isExpectationKnown) return reject(res, 417, 'The expectation is not supported.');

  const ambiguity = findHeaderAmbiguity(req);
  if (ambiguity !== undefined) return reject(res, 400, ambiguity);

  const { url = '' } = req;
  const location = findMisspeltPage(req, url);
  if (location !== undefined) {
    sendRedirect(res, location);
    return true;
  }

  // The page is not proxied, and each mistyped URL of it should get the not-found page.
  if (isUnder(basePath, url) && isParsable(url)) return false;

  const targetAmbiguity = findTargetAmbiguity(url);
  return targetAmbiguity === undefined ? false : reject(res, 400, targetAmbiguity);
}

function reject(res: HostResponse, status: number, message: string): true {
  res.setHeader('Connection', 'close');
  sendProblem(res, status, message);
  return true;
}

/**
 * Returns the URL of the page for its path in another letter case or with repeated slashes, which some mail programs
 * and people make of a link. It begins with the constant base path, so that it never names another host.
 */
function findMisspeltPage(
  { method = '', headers }: IncomingMessage,
  target: string,
): string | undefined {
  const pathEnd = target.search(/\?|$/);
  const path = target.slice(0, pathEnd);
  const plainPath = path.replace(/\/{2,}/g, '/');
  const isCanonical = plainPath === path && isUnder(basePath, path);
  if (isCanonical || !isUnder(basePath, plainPath.toLowerCase()) || !isParsable(target)) {
    return undefined;
  }

  const acceptsHtml = /text\/(?:html|\*)|\*\/\*/i.test(headers.accept ?? '*/*');
  if (!acceptsHtml || !/^(?:GET|HEAD)$/.test(method)) return undefined;

  return basePath + plainPath.slice(basePath.length) + target.slice(pathEnd);
}
