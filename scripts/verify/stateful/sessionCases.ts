import { findLinks, type Operation } from '../../../mock-api/contract/index.ts';
import type { Plan } from '../phases/planCases.ts';
import { addCredential } from '../plan/addCredential.ts';
import { mergeHeaders } from '../plan/mergeHeaders.ts';
import { isWriteOperation, type TestCase } from '../plan/testCase.ts';
import { type ClientSession, needsMoreThanSession } from '../send/clientSession.ts';
import { swapCase } from '../values/variation.ts';

/** Finds servers that accept what only resembles a session id, or that keep a session with its connection. */
export function* sessionCases(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
): Iterable<TestCase> {
  for (const { base, scheme, id } of protectedReads(plan, operations, session)) {
    for (const [altered, sentence] of similarIds(id)) {
      const request = addCredential(base.request, scheme, altered);
      const description = `The session id in "${scheme.key}" ${sentence}.`;
      const invalid = { kind: 'invalid credentials', toleratedStatuses: [400] } as const;
      if (request) yield { ...base, ...invalid, description, request };
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

function similarIds(id: string): [id: string, description: string][] {
  // Load balancers may ignore the name of a node that is part of the id, for example after a dot.
  const parts = id.split(/([.!:])/);
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a));
  const shorter = parts.map((part) => (part === longest ? part.slice(0, -1) : part)).join('');
  // A server may read a GUID as a number.
  const isGuid = /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id);
  const candidates: [id: string, description: string][] = [
    [shorter, 'lacks the last character'],
    [isGuid ? id : swapCase(id), 'differs in upper and lower case'],
  ];
  return candidates.filter(([candidate]) => candidate !== id);
}

/** The reads for which the session has credentials. */
export function protectedReads(
  plan: Plan,
  operations: readonly Operation[],
  session: ClientSession,
) {
  return operations.flatMap((operation) => {
    if (isWriteOperation(plan.contract, operation) || needsMoreThanSession(operation)) return [];
    const scheme = operation.security.flat().find((it) => session.idOf(it) !== undefined);
    const planned = plan.buildRequest(operation);
    const id = scheme && session.idOf(scheme);
    if (!planned || !scheme || id === undefined) return [];
    const base: TestCase = { ...planned.testCase, pointer: scheme.pointer, isInSession: true };
    return [{ base, scheme, id }];
  });
}

/** Whether a link of the operation declares that a later request fails. */
export function endsSession({ contract }: Plan, operation: Operation): boolean {
  return findLinks(contract, operation).some(({ link }) => (link.expectedStatus ?? 0) >= 400);
}
