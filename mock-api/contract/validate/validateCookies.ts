import type { Contract, Operation } from '../contract.ts';
import { findSessionCookieProblems } from '../http/findSessionCookieProblems.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
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
  const hostname = findHostname(requestHeaders);
  const exchange = { status, setCookies, hostname, requestPath, basePath: contract.basePath };
  return findSessionCookieProblems(contract, operation, exchange).map(({ link, reason }) =>
    createViolation(contract, {
      rule: 'response.header',
      location: 'header set-cookie',
      pointer: link.link.pointer,
      reason: `sets a cookie that a browser would not send to ${link.target.id}: ${shorten(reason)}`,
    }),
  );
}

/** The host that the browser sees, unless it is known only to a proxy in front. */
function findHostname(headers: Headers): string | undefined {
  const [host = ''] = (headerText(headers, 'x-forwarded-host') ?? '').split(',');
  return URL.parse(`http://${host.trim()}`)?.hostname;
}
