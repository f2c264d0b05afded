import type { Contract, Operation } from '../contract.ts';
import { findLinks } from '../http/findLinks.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
import { findCookieProblem, readSetCookies } from '../http/setCookie.ts';
import { createViolation, shorten, type Violation } from '../violation.ts';

interface CookieExchange {
  status: number;
  /** The headers of the response. */
  headers: Headers;
  /** The host that the browser sees; undefined if it is not known. */
  hostname: string | undefined;
  /** The path of the request without the query. */
  requestPath: string;
  /** The prefix of the contract's paths. */
  basePath: string;
}

/** Returns the names of the cookies that operations require. */
export function sessionCookieNames({ operations }: Pick<Contract, 'operations'>): string[] {
  const schemes = operations.flatMap(({ security }) => security.flat());
  const names = schemes.flatMap(({ in: place, key }) => (place === 'cookie' && key ? key : []));
  return [...new Set(names)];
}

/**
 * Finds the session cookies of a response that a browser would not send to the linked operations. Each has the link, the
 * path of its target and the reason, such as `its Path is /a`.
 */
export function findSessionCookieProblems(
  contract: Contract,
  operation: Operation,
  { status, headers, hostname, requestPath, basePath }: CookieExchange,
) {
  const cookies = readSetCookies(headers);
  const links = findLinks(contract, operation, status).filter(
    ({ link }) => link.expectedStatus === undefined,
  );
  return links.flatMap((link) => {
    const targetPath = basePath + link.target.path;
    const required = sessionCookieNames({ operations: [link.target] });
    return required.flatMap((name) => {
      const sameName = cookies.filter((cookie) => cookie.name === name);
      const problems = sameName.map((cookie) => {
        const reason = findCookieProblem(cookie, { hostname, requestPath, targetPath });
        return reason === undefined ? undefined : { cookie, link, targetPath, reason };
      });
      // One cookie that is sent is enough.
      return problems.every((it) => it !== undefined) ? problems.slice(-1) : [];
    });
  });
}

interface RecordedExchange extends Omit<CookieExchange, 'hostname' | 'basePath'> {
  requestHeaders: Headers;
}

/** Returns the violations of a response's session cookies. The browser's host is in `X-Forwarded-Host`, if known. */
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
