import { findLinks, type Operation } from '../../../mock-api/contract/index.ts';
import type { Plan } from '../phases/planCases.ts';
import { addCredential } from '../plan/addCredential.ts';
import { type Headers, mergeHeaders } from '../plan/mergeHeaders.ts';
import { isWriteOperation, type TestCase } from '../plan/testCase.ts';
import { type ClientSession, needsMoreThanSession } from '../send/clientSession.ts';
import { type ActiveSession, sessionIdCases } from './sessionIdCases.ts';

/** A browser sends the cookie of a session also to operations that need none. */
export function* publicCases(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
): Iterable<TestCase> {
  const cookies = session.headers()?.Cookie;
  if (cookies === undefined) return;
  for (const operation of operations) {
    const planned = plan.buildRequest(operation);
    if (!planned || operation.security.length > 0) continue;
    const description = 'The request has the cookie of a session that it does not need.';
    yield withHeaders({ ...planned.testCase, description }, { Cookie: cookies });
  }
}

/** The same for the first read that given credentials protect, by the name of their scheme. */
export function* givenCredentialCases(
  plan: Plan,
  operations: readonly Operation[],
  auth: ReadonlyMap<string, string>,
): Iterable<TestCase> {
  for (const [schemeName, id] of auth) {
    for (const operation of operations) {
      const [scheme] = operation.security.find((it) => it[0]?.name === schemeName) ?? [];
      const planned = plan.buildRequest(operation);
      if (!scheme || !planned || isWriteOperation(plan.contract, operation)) continue;
      const base = { ...planned.testCase, pointer: scheme.pointer };
      const name = scheme.key ?? 'Authorization';
      const headers = addCredential(
        { method: 'GET', target: '', headers: {} },
        scheme,
        id,
      )?.headers;
      if (headers) yield* sessionIdCases({ base, scheme, name, id, headers });
      break;
    }
  }
}

/** Reads with the credentials that a rejected sign-in has set. */
export function* rejectedSessionCases(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
): Iterable<TestCase> {
  for (const active of protectedReads(plan, operations, session)) {
    const { base, scheme, name, id } = active;
    const request = addCredential(base.request, scheme, id);
    const description = `The ${nounOf(active)} "${name}" was set by a rejected sign-in.`;
    if (!request) continue;
    yield { ...base, kind: 'invalid credentials', description, request };
  }
}

/** The reads for which the session has credentials. */
export function protectedReads(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
): ActiveSession[] {
  return operations.flatMap((operation) => {
    if (isWriteOperation(plan.contract, operation) || needsMoreThanSession(operation)) return [];
    const scheme = operation.security.flat().find((it) => session.idOf(it) !== undefined);
    const planned = plan.buildRequest(operation);
    const id = scheme && session.idOf(scheme);
    if (!planned || !scheme || id === undefined) return [];
    const base = { ...planned.testCase, pointer: scheme.pointer, isInSession: true };
    const name = scheme.key ?? 'Authorization';
    return [{ base, scheme, name, id, headers: session.headers() ?? {} }];
  });
}

function nounOf({ scheme }: ActiveSession): string {
  return scheme.in === 'cookie' ? 'cookie' : 'token';
}

function withHeaders(testCase: TestCase, headers: Headers): TestCase {
  const { request } = testCase;
  return { ...testCase, request: { ...request, headers: mergeHeaders(request.headers, headers) } };
}

/** Whether a link of the operation declares that a later request fails. */
export function endsSession({ contract }: Plan, operation: Operation): boolean {
  return findLinks(contract, operation).some(({ link }) => (link.expectedStatus ?? 0) >= 400);
}
