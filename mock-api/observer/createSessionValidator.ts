import type { IncomingMessage } from 'node:http';
import type { Contract, Operation } from '../contract/contract.ts';
import { findLinks } from '../contract/http/findLinks.ts';
import { cookieText } from '../contract/http/httpMessage.ts';
import { parseSetCookie } from '../contract/http/setCookie.ts';
import { createViolation, type Violation } from '../contract/violation.ts';

interface SessionExchange {
  headers: IncomingMessage['headers'];
  status: number;
  setCookies: readonly string[];
  /** In milliseconds, from any fixed time, as is `endedAt`. */
  startedAt: number;
  endedAt: number;
}

/** The oldest are forgotten first. */
const maxSessions = 1000;

/**
 * Creates the function that notes which session cookies an operation has ended, by the links of its response with
 * `x-status`, and finds the violation of a later response that still accepts one.
 */
export function createSessionValidator() {
  /** When a session ended, by its cookie. */
  const ended = new Map<string, number>();

  return function validateSession(
    contract: Contract,
    operation: Operation,
    { headers, status, setCookies, startedAt, endedAt }: SessionExchange,
  ): Violation[] {
    if (status >= 300) return [];
    const isAccepted = sessionCookies(operation, headers).some(
      (cookie) => startedAt > (ended.get(cookie) ?? Infinity),
    );

    for (const { target, expectedStatus } of findLinks(contract, operation, status)) {
      for (const cookie of sessionCookies(target, headers)) {
        ended.delete(cookie);
        if (expectedStatus !== undefined && expectedStatus >= 400) ended.set(cookie, endedAt);
      }
    }
    // A server may use an id again.
    for (const { name, value } of setCookies.map(parseSetCookie)) ended.delete(`${name}=${value}`);
    const [oldest = ''] = ended.keys();
    if (ended.size > maxSessions) ended.delete(oldest);

    if (!isAccepted) return [];
    return [
      createViolation(contract, {
        rule: 'response.status',
        location: `status ${status}`,
        pointer: operation.pointer,
        reason: 'accepts the cookie of a session that has ended',
      }),
    ];
  };
}

/** The cookies of a request that an operation takes as credentials, as `name=value`. */
function sessionCookies({ security }: Operation, headers: SessionExchange['headers']): string[] {
  return security.flat().flatMap(({ in: place, key = '' }) => {
    const value = place === 'cookie' ? cookieText(headers, key) : undefined;
    return value === undefined ? [] : [`${key}=${value}`];
  });
}
