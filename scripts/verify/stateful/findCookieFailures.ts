import type { Contract, Operation } from '../../../mock-api/contract/contract.ts';
import type { CheckFailure } from '../evaluate/caseResult.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import { findLinks } from './findLinks.ts';

/**
 * Finds the session cookies of a response that a browser would not send to the operations that the response
 * links to (RFC 6265, 5.3 and 5.4).
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
      const problem = findProblem(cookie, url.hostname, prefix + target.path, requestPath);
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

interface SetCookie {
  name: string;
  value: string;
  /** As sent, with the first semicolon. */
  attributes: string;
  /** The last value of each attribute, by its name in lower case. */
  values: ReadonlyMap<string, string>;
}

function parseSetCookie(line: string): SetCookie {
  const [pair = '', ...attributes] = line.split(';');
  const [name = '', ...value] = pair.split('=');
  return {
    name: name.trim(),
    value: value.join('=').trim(),
    attributes: attributes.map((text) => `;${text}`).join(''),
    values: new Map(
      attributes.map((text) => {
        const [key = '', ...rest] = text.split('=');
        return [key.trim().toLowerCase(), rest.join('=').trim()];
      }),
    ),
  };
}

function findProblem(
  { values }: SetCookie,
  hostname: string,
  targetPath: string,
  requestPath: string,
): string | undefined {
  const maxAge = values.get('max-age');
  const expires = Date.parse(values.get('expires') ?? '');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    if (Number(maxAge) <= 0) return `its Max-Age is ${maxAge}`;
  } else if (expires <= Date.now()) return 'its Expires is in the past';

  const domain = values.get('domain')?.replace(/^\./, '').toLowerCase();
  if (domain && hostname !== domain && !hostname.endsWith(`.${domain}`)) {
    return `its Domain is ${domain}, not ${hostname}`;
  }
  const given = values.get('path');
  const path = given?.startsWith('/') ? given : directoryOf(requestPath);
  if (isWithin(targetPath, path)) return undefined;
  return given === undefined ? `without Path it is sent only below ${path}` : `its Path is ${path}`;
}

/** The path of a cookie without the attribute (RFC 6265, 5.1.4). */
function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function isWithin(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.replace(/\/?$/, '/'));
}
