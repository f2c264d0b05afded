import type { Operation } from '../../../mock-api/contract/contract.ts';
import { findLinks } from '../../../mock-api/contract/http/findLinks.ts';
import type { Plan } from '../phases/planCases.ts';
import { isWriteOperation, type TestCase } from '../plan/testCase.ts';
import type { CookieJar } from './cookieJar.ts';
import { type SessionCase, sessionIdCases } from './sessionIdCases.ts';

/**
 * Reads that a session cookie protects: with the cookie among others that resemble it, with session ids that
 * only resemble a valid one, and after a request without the cookie to an operation that ends a session.
 */
export function* sessionCases(
  plan: Plan,
  operations: readonly Operation[],
  jar: CookieJar,
): Iterable<SessionCase> {
  const session = jar.header() ?? '';
  for (const { base, name, id } of protectedReads(plan, operations, jar)) {
    const similar = `Cookies with similar names surround "${name}".`;
    yield {
      testCase: { ...base, kind: 'valid data', description: similar },
      cookie: `X${name}=contract-check; ${name}X=contract-check; ${session}; a=${name}=b`,
    };
    yield* sessionIdCases({ base, name, id, cookies: session });
    for (const ending of operations.filter((it) => endsSession(plan, it))) {
      const planned = plan.buildRequest(ending, (values) => values);
      if (!planned) continue;
      const description = 'The request has no session, so that it must not end any.';
      yield { testCase: { ...planned.testCase, description }, cookie: undefined };
      const sentence = `The session remains after ${ending.id} without its cookie.`;
      yield { testCase: { ...base, kind: 'valid data', description: sentence }, cookie: session };
    }
  }
}

/** A browser sends the cookie of a session also to operations that need none. */
export function* publicCases(
  plan: Plan,
  operations: readonly Operation[],
  jar: CookieJar,
): Iterable<SessionCase> {
  for (const operation of operations) {
    const planned = plan.buildRequest(operation, (values) => values);
    if (!planned || operation.security.length > 0) continue;
    const description = 'The request has the cookie of a session that it does not need.';
    yield { testCase: { ...planned.testCase, description }, cookie: jar.header() };
  }
}

/** Reads with the cookies that a rejected sign-in has set. */
export function* rejectedSessionCases(
  plan: Plan,
  operations: readonly Operation[],
  jar: CookieJar,
): Iterable<{ testCase: TestCase; cookie: string }> {
  for (const { base, name, id } of protectedReads(plan, operations, jar)) {
    const description = `The cookie "${name}" was set by a rejected sign-in.`;
    yield {
      testCase: { ...base, kind: 'invalid credentials', description },
      cookie: `${name}=${id}`,
    };
  }
}

/** The reads whose session cookie the jar contains. */
export function protectedReads(
  plan: Plan,
  operations: readonly Operation[],
  jar: CookieJar,
): { base: TestCase; name: string; id: string }[] {
  return operations.flatMap((operation) => {
    if (isWriteOperation(plan.contract, operation)) return [];
    const scheme = operation.security.flat().find(({ in: location }) => location === 'cookie');
    const name = scheme?.key ?? '';
    const id = jar.get(name);
    const planned = plan.buildRequest(operation, (values) => values);
    if (!planned || !scheme || id === undefined) return [];
    const base = { ...planned.testCase, pointer: scheme.pointer, usesKnownValues: true };
    return [{ base, name, id }];
  });
}

/** Whether a link of the operation declares that a later request fails. */
export function endsSession({ contract }: Plan, operation: Operation): boolean {
  return findLinks(contract, operation).some(({ expectedStatus = 0 }) => expectedStatus >= 400);
}
