import type { Contract, Operation } from '../contract.ts';
import { findLinks } from '../http/findLinks.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
import { findCookieProblem, parseSetCookie, type SetCookie } from '../http/setCookie.ts';
import { createViolation, shorten, type Violation } from '../violation.ts';

interface CookieExchange {
  status: number;
  setCookies: readonly string[];
  /** Undefined if the host that the browser sees is not known. */
  hostname: string | undefined;
  /** The path without the query. */
  requestPath: string;
  /** Put in front of the contract's paths. */
  basePath: string;
}

/**
 * Finds the session cookies of a response that a browser would not send to the operations that the response
 * links to, each with the link, the path of its target and the reason, a sentence without its end.
 */
export function findSessionCookieProblems(
  contract: Contract,
  operation: Operation,
  { status, setCookies, hostname, requestPath, basePath }: CookieExchange,
) {
  const cookies = setCookies.map(parseSetCookie);
  const links = findLinks(contract, operation, status).filter(
    ({ link }) => link.expectedStatus === undefined,
  );
  return links.flatMap((link) => {
    const { security, path } = link.target;
    const targetPath = basePath + path;
    const isSent = (name: string) =>
      security.flat().some((scheme) => scheme.in === 'cookie' && scheme.key === name);

    return [...Map.groupBy(cookies, ({ name }) => name).values()].flatMap((sameName) => {
      const problems = storedCookies(sameName).map((cookie) => {
        const reason = findCookieProblem(cookie, { hostname, requestPath, targetPath });
        return reason && isSent(cookie.name) ? { cookie, link, targetPath, reason } : undefined;
      });
      // One that is sent is enough.
      return problems.every((it) => it !== undefined) ? problems.slice(-1) : [];
    });
  });
}

/** A later line replaces one with the same name, domain and path (RFC 6265, 5.3). */
function storedCookies(cookies: readonly SetCookie[]): SetCookie[] {
  const keyOf = ({ values }: SetCookie) => `${values.get('domain')} ${values.get('path')}`;
  return [...new Map(cookies.map((it) => [keyOf(it), it])).values()];
}

interface RecordedExchange extends Omit<CookieExchange, 'hostname' | 'basePath'> {
  requestHeaders: Headers;
}

/** The violations of a response's session cookies, where a proxy may hide the host that the browser sees. */
export function validateCookies(
  contract: Contract,
  operation: Operation,
  { requestHeaders, ...exchange }: RecordedExchange,
): Violation[] {
  const [host = ''] = (headerText(requestHeaders, 'x-forwarded-host') ?? '').split(',');
  const hostname = URL.parse(`http://${host.trim()}`)?.hostname;
  const { basePath } = contract;
  const problems = findSessionCookieProblems(contract, operation, {
    ...exchange,
    hostname,
    basePath,
  });
  return problems.map(({ link, reason }) =>
    createViolation(contract, {
      rule: 'response.header',
      location: 'header set-cookie',
      pointer: link.link.pointer,
      reason: `sets a cookie that a browser would not send to ${link.target.id}: ${shorten(reason)}`,
    }),
  );
}
