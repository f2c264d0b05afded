import type { Contract, Operation } from '../contract.ts';
import { findLinks } from '../http/findLinks.ts';
import { type Headers, headerText } from '../http/httpMessage.ts';
import { findCookieProblem, readSetCookies } from '../http/setCookie.ts';
import { createViolation, shorten, type Violation } from '../violation.ts';

interface CookieExchange {
  status: number;
  /** Those of the response. */
  headers: Headers;
  /** Undefined if the host that the browser sees is not known. */
  hostname: string | undefined;
  /** The path without the query. */
  requestPath: string;
  /** Put in front of the contract's paths. */
  basePath: string;
}

/** The names of the cookies that operations require. */
export function sessionCookieNames({ operations }: Pick<Contract, 'operations'>): string[] {
  const schemes = operations.flatMap(({ security }) => security.flat());
  const names = schemes.flatMap(({ in: place, key }) => (place === 'cookie' && key ? key : []));
  return [...new Set(names)];
}

/**
 * Finds the session cookies of a response that a browser would not send to the operations that the response
 * links to, each with the link, the path of its target and the reason, a sentence without its end.
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
      // One that is sent is enough.
      return problems.every((it) => it !== undefined) ? problems.slice(-1) : [];
    });
  });
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
