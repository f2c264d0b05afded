import type { Contract, Operation } from '../contract.ts';
import { findLinks, type OperationLink } from './findLinks.ts';
import { findCookieProblem, parseSetCookie, type SetCookie } from './setCookie.ts';

interface CookieExchange {
  status: number;
  setCookies: readonly string[];
  /** Undefined if the host that the browser sees is not known. */
  hostname: string | undefined;
  /** Without the query. */
  requestPath: string;
  /** Put in front of the contract's paths. */
  basePath: string;
}

interface SessionCookieProblem {
  cookie: SetCookie;
  /** The link to the operation that would not receive the cookie. */
  link: OperationLink;
  targetPath: string;
  /** The sentence without its end. */
  reason: string;
}

/**
 * Finds the session cookies of a response that a browser would not send to the operations that the response
 * links to.
 */
export function findSessionCookieProblems(
  contract: Contract,
  operation: Operation,
  { status, setCookies, hostname, requestPath, basePath }: CookieExchange,
): SessionCookieProblem[] {
  if (setCookies.length === 0) return [];
  const cookies = setCookies.map(parseSetCookie);
  return findLinks(contract, operation, status).flatMap((link) => {
    if (link.link.expectedStatus !== undefined) return [];
    const { security, path } = link.target;
    const keys = security.flat().flatMap((scheme) => (scheme.in === 'cookie' ? [scheme.key] : []));
    const targetPath = basePath + path;
    return cookies.flatMap((cookie) => {
      if (!keys.includes(cookie.name)) return [];
      const reason = findCookieProblem(cookie, { hostname, requestPath, targetPath });
      return reason === undefined ? [] : [{ cookie, link, targetPath, reason }];
    });
  });
}
