import type { Contract, Operation } from '../contract.ts';
import { findLinks } from '../http/findLinks.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
import { findCookieProblem, parseSetCookie } from '../http/setCookie.ts';
import { createViolation, shorten, type Violation } from '../violation.ts';

interface CookieExchange {
  /** Without the query. */
  requestPath: string;
  requestHeaders: Headers;
  status: number;
  setCookies: readonly string[];
}

/** The session cookies of a response that a browser would not send to the operations that the response links to. */
export function validateCookies(
  contract: Contract,
  operation: Operation,
  { requestPath, requestHeaders, status, setCookies }: CookieExchange,
): Violation[] {
  if (setCookies.length === 0) return [];
  const cookies = setCookies.map(parseSetCookie);
  const hostname = findHostname(requestHeaders);
  return findLinks(contract, operation, status).flatMap(({ link, target, expectedStatus }) => {
    const keys = target.security
      .flat()
      .flatMap(({ in: place, key = '' }) => (place === 'cookie' ? [key] : []));
    return cookies.flatMap((cookie): Violation[] => {
      if (!keys.includes(cookie.name) || expectedStatus !== undefined) return [];
      const targetPath = contract.basePath + target.path;
      const problem = findCookieProblem(cookie, { hostname, requestPath, targetPath });
      if (problem === undefined) return [];
      return [
        createViolation(contract, {
          rule: 'response.header',
          location: 'header set-cookie',
          pointer: link.pointer,
          reason: `sets a cookie that a browser would not send to ${target.id}: ${shorten(problem)}`,
        }),
      ];
    });
  });
}

/** The host that the browser sees, unless it is known only to a proxy in front. */
function findHostname(headers: Headers): string | undefined {
  const [host = ''] = (headerText(headers, 'x-forwarded-host') ?? '').split(',');
  return URL.parse(`http://${host.trim()}`)?.hostname;
}
