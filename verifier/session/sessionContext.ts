import {
  type Contract,
  findCredential,
  findLinks,
  type Operation,
  type SecurityScheme,
} from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import { withHeaders } from '../cases/rows/row.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import { findCredentialFields } from '../checks/requestFields.ts';
import { setCookies } from '../checks/sessionCookies.ts';
import { type Case, type Exchange, isSuccess, type Session, type VerifyOptions } from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import { headerOf } from '../send/addCredential.ts';
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
  /** Whether a user may have several sessions at a time. */
  allowsSeveral: boolean;
}

/** Undefined if the contract has no sign-in whose links lead to a read that a session gives access to. */
export function findSessionContext(runner: Runner, planner: Planner): SessionContext | undefined {
  const { contract } = runner.options;
  const starts = contract.operations.filter((it) => findCredentialFields(contract, it));
  for (const start of starts) {
    const reachable = findReachable(contract, start);
    const signIn = planner.createBase(start);
    const [read] = reachable.flatMap((it) => findRead(runner.options, planner, it) ?? []);
    if (!signIn || !read) continue;

    const endings = reachable
      .filter((it) => isEnding(contract, it))
      .flatMap((it) => planner.createBase(it) ?? []);
    return { runner, planner, signIn, ...read, endings, allowsSeveral: true };
  }
  return undefined;
}

/** Whether an error follows an operation, because it ends a session or deletes a resource. */
export function isEnding(contract: Contract, operation: Operation): boolean {
  return findLinks(contract, operation).some(({ link }) => (link.expectedStatus ?? 0) >= 400);
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

/** Undefined for an operation that is no read, or for which more than a session is missing, or nothing. */
function findRead(
  options: VerifyOptions,
  planner: Planner,
  operation: Operation,
): Pick<SessionContext, 'read' | 'scheme'> | undefined {
  const base = planner.createBase(operation);
  const isOptional = operation.security.some((schemes) => schemes.length === 0);
  if (!base || isOptional || isWriteOperation(options.contract, operation)) return undefined;

  const needed = operation.security.find(
    (schemes) =>
      schemes.some(isCookie) && schemes.every((it) => isCookie(it) || isGiven(it, options)),
  );
  const scheme = needed?.find(isCookie);
  if (!needed || !scheme) return undefined;

  // It has them also where the options add no credentials, because only the session is tested.
  const names = needed.filter((it) => !isCookie(it)).map(headerOf);
  const given = Object.entries(options.headers).filter(([name]) =>
    names.includes(name.toLowerCase()),
  );
  const request = withHeaders(base.request, Object.fromEntries(given));
  return { read: { ...base, request, pointer: scheme.pointer }, scheme };
}

export function isCookie({ in: place }: SecurityScheme): boolean {
  return place === 'cookie';
}

/** Whether the options have the credential of a scheme. */
export function isGiven(scheme: SecurityScheme, { headers }: VerifyOptions): boolean {
  const sent = toRequestMessage({ method: 'GET', target: '', headers });
  return findCredential(scheme, sent) !== undefined;
}

/**
 * Signs in, after the end of the session that lives if a user may have only one.
 * @param client the client that signs in; one without cookies by default
 * @returns undefined if the response starts no session
 */
export async function startSession(
  context: SessionContext,
  description: string,
  change: Partial<Case> = {},
  client?: Session,
): Promise<Session | undefined> {
  const { allowsSeveral, runner, signIn } = context;
  if (!allowsSeveral) await endLivingSession(context);
  const started: Case = { ...signIn, role: 'sign-in', ...change, description };
  const exchange = await runner.run(started, { session: client });
  return exchange && readSession(context, exchange);
}

/** The session that a response starts; undefined if it starts none. */
export function readSession({ scheme }: SessionContext, exchange: Exchange): Session | undefined {
  const session = toSession(exchange);
  const isStarted = isSuccess(exchange.response) && session.cookies.has(scheme.key ?? '');
  return isStarted ? session : undefined;
}

/** A client with the cookies of a response. It keeps them, to show what an ended session may still do. */
export function toSession(exchange: Exchange): Session {
  return { cookies: setCookies(exchange.response), steps: [...exchange.steps, exchange] };
}

/** The session of the last sign-in; undefined if it has ended. */
export function findLivingSession(context: SessionContext): Session | undefined {
  const { endings, runner, scheme, signIn } = context;
  const sessions = runner.exchanges.flatMap((exchange) =>
    exchange.operation === signIn.operation ? (readSession(context, exchange) ?? []) : [],
  );
  const last = sessions.at(-1);
  const id = last?.cookies.get(scheme.key ?? '') ?? '';
  const hasEnded = runner.exchanges.some(
    ({ operation, request, response }) =>
      isSuccess(response) &&
      endings.some((it) => it.operation === operation) &&
      request.headers.Cookie?.includes(id),
  );
  return hasEnded ? undefined : last;
}

/** Lets the user sign in again where only one session at a time is allowed. */
export async function endLivingSession(context: SessionContext): Promise<undefined> {
  const session = findLivingSession(context);
  if (session) await endSession(context, session);
}

export async function endSession(
  { endings: [ending], runner }: SessionContext,
  session: Session,
): Promise<void> {
  const description = 'the only session of the user';
  if (ending) await runner.run({ ...ending, role: undefined, description }, { session });
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
