import { findLinks, type Operation } from '#contract';
import type { Plan } from '../phases/planCases.ts';
import { addCredential } from '../plan/addCredential.ts';
import { mergeHeaders } from '../plan/mergeHeaders.ts';
import { isWriteOperation, type TestCase } from '../plan/testCase.ts';
import type { ClientSession } from '../send/ClientSession.ts';
import { similarIds } from './similarIds.ts';

/**
 * Finds servers that accept what only resembles a session id, or that keep a session with its connection.
 */
export function* sessionCases(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
): Iterable<TestCase> {
  for (const { base, scheme, id } of protectedReads(plan, operations, session)) {
    for (const { text, sentence, expand } of similarIds(id)) {
      const request = addCredential(base.request, scheme, text);
      const description = `The session id in "${scheme.key}" ${sentence}.`;
      const invalid = { kind: 'invalid credentials', toleratedStatuses: [400] } as const;
      const alteredSecret = { secret: id, text, expand };
      if (request) yield { ...base, ...invalid, description, request, alteredSecret };
    }
    const headers = mergeHeaders(base.request.headers, session.headers() ?? {});
    for (const [kind, description, request] of [
      ['valid data', 'The connection has had no session before.', { ...base.request, headers }],
      [
        'missing credentials',
        'The request before it on the same connection had a session.',
        base.request,
      ],
    ] as const) {
      const reused = { ...request, reusesConnection: true };
      const group = `${base.operation.id} connection`;
      const repetition = { group, isConcurrent: false, variant: description };
      yield { ...base, kind, description, request: reused, repetition };
    }
  }
}

/** A browser sends the cookie of a session also to operations that need none. */
export function publicCases(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
): TestCase[] {
  const description = 'The request has the cookie of a session that it does not need.';
  return operations.flatMap((operation) => {
    const planned = plan.buildRequest(operation);
    if (!planned || operation.security.length > 0) return [];

    const { request } = planned.testCase;
    const headers = mergeHeaders(request.headers, session.headers() ?? {});
    return [{ ...planned.testCase, description, request: { ...request, headers } }];
  });
}

/** Reads with the session that a rejected sign-in has set. */
export function rejectedSessionCases(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
): TestCase[] {
  return protectedReads(plan, operations, session).flatMap(({ base, scheme, id }) => {
    const request = addCredential(base.request, scheme, id);
    const description = `The cookie "${scheme.key}" was set by a rejected sign-in.`;
    return request ? [{ ...base, kind: 'invalid credentials', description, request }] : [];
  });
}

/** The reads for which the session has credentials. */
export function protectedReads(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
) {
  return operations.flatMap((operation) => {
    if (isWriteOperation(plan.contract, operation)) return [];

    const scheme = operation.security.flat().find((it) => session.idOf(it) !== undefined);
    const planned = plan.buildRequest(operation);
    const id = scheme && session.idOf(scheme);
    if (!planned || !scheme || id === undefined) return [];

    const base: TestCase = { ...planned.testCase, pointer: scheme.pointer };
    return [{ base, scheme, id }];
  });
}

/** Whether a link of the operation declares that a later request fails. */
export function endsSession({ contract }: Plan, operation: Operation): boolean {
  return findLinks(contract, operation).some(({ link }) => (link.expectedStatus ?? 0) >= 400);
}
