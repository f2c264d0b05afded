import {
  type Contract,
  findLinks,
  hasCredentials,
  type Operation,
  type SecurityScheme,
} from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import { findCredentialFields } from '../checks/requestFields.ts';
import { setCookies } from '../checks/sessionCookies.ts';
import { type Case, type Exchange, isSuccess, type Session, type VerifyOptions } from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import { toRequestMessage, type WireRequest } from '../send/wireRequest.ts';

/** A sign-in with correct credentials, and what its links lead to. */
export interface SessionContext {
  runner: Runner;
  planner: Planner;
  signIn: Case;
  /** A read that needs the session. */
  read: Case;
  /** The cookie of the session. */
  scheme: SecurityScheme;
  /** The requests that end the session. */
  endings: readonly Case[];
}

/** Undefined if there are no credentials, or no sign-in whose links lead to a read that needs a cookie. */
export function findSessionContext(
  runner: Runner,
  planner: Planner,
  { contract, credentials }: VerifyOptions,
): SessionContext | undefined {
  const starts = contract.operations.filter((it) => findCredentialFields(contract, it));
  for (const start of credentials ? starts : []) {
    const reachable = findReachable(contract, start);
    const target = reachable.find(
      (it) => it.security.length > 0 && !isWriteOperation(contract, it),
    );
    const scheme = target?.security.flat().find((it) => it.in === 'cookie');
    const signIn = planner.createBase(start);
    const read = target && planner.createBase(target);
    if (!signIn || !read || !scheme) continue;

    const isEnding = (it: Operation) =>
      findLinks(contract, it).some(({ link }) => (link.expectedStatus ?? 0) >= 400);
    const endings = reachable.filter(isEnding).flatMap((it) => planner.createBase(it) ?? []);
    const context = { runner, planner, signIn, scheme, endings };
    return { ...context, read: { ...read, pointer: scheme.pointer } };
  }
  return undefined;
}

/** The operations that links lead to, directly or indirectly, without the first one. */
export function findReachable(contract: Contract, start: Operation): Operation[] {
  const found = [start];
  // Grows while it is read.
  for (const operation of found) {
    const targets = findLinks(contract, operation).map(({ target }) => target);
    found.push(...targets.filter((it) => !found.includes(it)));
  }
  return found.slice(1);
}

/** Whether the options have the credentials of an operation already. */
export function isGiven(operation: Operation, { headers }: VerifyOptions): boolean {
  return hasCredentials(operation, toRequestMessage({ method: 'GET', target: '', headers }));
}

/**
 * Signs in.
 * @param client the client that signs in; one without cookies by default
 * @returns undefined if the response starts no session
 */
export async function startSession(
  { runner, signIn, scheme }: SessionContext,
  description: string,
  change: Partial<Case> = {},
  client?: Session,
): Promise<Session | undefined> {
  const started: Case = { ...signIn, role: 'sign-in', ...change, description };
  const exchange = await runner.run(started, { session: client });
  const session = exchange && isSuccess(exchange.response) ? toSession(exchange) : undefined;
  return session?.cookies.has(scheme.key ?? '') ? session : undefined;
}

/** A client with the cookies of a response. It keeps them, to show what an ended session may still do. */
export function toSession(exchange: Exchange): Session {
  return { cookies: setCookies(exchange.response), steps: [exchange] };
}

/** A client with a session id that no sign-in has set. */
export function inventSession({ scheme }: SessionContext, id: string): Session {
  return { cookies: new Map([[scheme.key ?? '', id]]), steps: [] };
}

export function expectAccepted(
  { runner, read }: SessionContext,
  description: string,
  session: Session,
  change: Partial<WireRequest> = {},
): Promise<Exchange | undefined> {
  const request = { ...read.request, ...change };
  return runner.run({ ...read, request, role: undefined, description }, { session });
}

export function expectRejected(
  { runner, read }: SessionContext,
  description: string,
  session: Session | undefined,
  change: Partial<Case> = {},
): Promise<Exchange | undefined> {
  const rejected: Case = { ...read, expected: 'unauthorized', role: undefined, description };
  return runner.run({ ...rejected, ...change }, { session });
}
