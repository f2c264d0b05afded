import type { Contract, Operation } from '../../../mock-api/contract/contract.ts';
import { findLinks } from '../../../mock-api/contract/http/findLinks.ts';
import { findCookieProblem, parseSetCookie } from '../../../mock-api/contract/http/setCookie.ts';
import type { CheckFailure } from '../evaluate/caseResult.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { HttpResponse } from '../send/sendRequest.ts';

/**
 * Finds the session cookies of a response that a browser would not send to the operations that the response
 * links to (RFC 6265, 5.3 and 5.4, and SameSite in its successor).
 */
export function findCookieFailures(
  contract: Contract,
  operation: Operation,
  { request }: TestCase,
  { headers, status }: HttpResponse,
  url: URL,
): CheckFailure[] {
  const setCookies = (headers['set-cookie'] ?? []).map(parseSetCookie);
  const prefix = url.pathname.replace(/\/+$/, '') || contract.basePath;
  const [requestPath = ''] = request.target.split('?', 1);
  return findLinks(contract, operation, status).flatMap(({ link, target, expectedStatus }) => {
    const keys = target.security
      .flat()
      .flatMap(({ in: place, key = '' }) => (place === 'cookie' ? [key] : []));
    return setCookies.flatMap((cookie): CheckFailure[] => {
      if (!keys.includes(cookie.name) || expectedStatus !== undefined) return [];
      const problem = findCookieProblem(cookie, {
        hostname: url.hostname,
        requestPath,
        targetPath: prefix + target.path,
      });
      if (problem === undefined) return [];
      return [
        {
          check: 'session_cookie_conformance',
          location: `cookie ${cookie.name}`,
          message: `A browser would not send the cookie "${cookie.name}" to ${target.id}: ${problem}.`,
          expected: `a cookie for ${prefix + target.path} on ${url.hostname}`,
          received: `Set-Cookie: ${cookie.name}=•••${cookie.attributes}`,
          pointer: link.pointer,
          line: contract.lineOf(link.pointer),
        },
      ];
    });
  });
}
