import { type Contract, findSessionCookieProblems } from '../../../mock-api/contract/index.ts';
import type { CheckFailure } from '../evaluate/caseResult.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { HttpResponse } from '../send/sendRequest.ts';

/**
 * Finds the session cookies of a response that a browser would not send to the operations that the response
 * links to (RFC 6265, 5.3 and 5.4, and SameSite in its successor).
 */
export function findCookieFailures(
  contract: Contract,
  { operation, request }: TestCase,
  { headers, status }: HttpResponse,
  url: URL,
): CheckFailure[] {
  const { hostname, pathname } = url;
  const basePath = pathname.replace(/\/+$/, '') || contract.basePath;
  const [requestPath = ''] = request.target.split('?', 1);
  const exchange = {
    status,
    setCookies: headers['set-cookie'] ?? [],
    hostname,
    requestPath,
    basePath,
  };
  return findSessionCookieProblems(contract, operation, exchange).map(
    ({ cookie, link, targetPath, reason }) => ({
      check: 'session_cookie_conformance',
      location: `cookie ${cookie.name}`,
      message: `A browser would not send the cookie "${cookie.name}" to ${link.target.id}: ${reason}.`,
      expected: `a cookie for ${targetPath} on ${hostname}`,
      received: `Set-Cookie: ${cookie.name}=•••${cookie.attributes}`,
      pointer: link.link.pointer,
      line: contract.lineOf(link.link.pointer),
    }),
  );
}
