import {
  allows,
  type Contract,
  findCredential,
  findLinks,
  type Operation,
  type SecurityScheme,
} from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import { selectOperations } from '../cases/selectOperations.ts';
import { isEnding, isWriteOperation } from '../checks/isWrite.ts';
import { findCredentialFields } from '../checks/requestFields.ts';
import type { VerifyOptions } from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import type { Access } from '../run/testOperation.ts';
import { toRequestMessage } from '../send/wireRequest.ts';
import { getSession, readSession, type SessionContext, signInOptions } from './sessionContext.ts';

type Missing = NonNullable<Access['missing']>;

/** What a run knows about the session of the user. */
export type UserSession =
  | { kind: 'started'; context: SessionContext }
  | (Missing & { kind: 'missing' });

/** Signs the user in, if anything of a session is to be tested. */
export async function startUserSession(runner: Runner, planner: Planner): Promise<UserSession> {
  const { options } = planner;
  const context = findSessionContext(runner, planner);
  const isAskedFor = (it: Operation) =>
    it === context?.signIn.operation || isEnding(options.contract, it) || needsSession(it, options);
  if (!context) return without('--header', ', and no sign-in has a link to a read that needs one');
  if (!selectOperations(options).some(isAskedFor)) return without('--header');
  if (!options.credentials) return without('VERIFY_USER, VERIFY_PASSWORD');
  if (!options.allowWrites) return without('--allow-writes');

  const exchange = await runner.run(context.signIn);
  if (exchange && readSession(context, exchange)) return { kind: 'started', context };
  return { kind: 'missing', reason: 'the sign-in fails' };
}

/** Undefined if the contract has no sign-in whose links lead to a read that a session gives access to. */
function findSessionContext(runner: Runner, planner: Planner): SessionContext | undefined {
  const { contract } = planner.options;
  const starts = contract.operations.filter((it) => findCredentialFields(contract, it));
  for (const start of starts) {
    const reachable = findReachable(contract, start);
    const signIn = planner.createBase(start);
    const [read] = reachable.flatMap((it) => findRead(planner, it) ?? []);
    if (!signIn || !read) continue;

    const signOut = reachable.find((it) => isEnding(contract, it));
    const base = signOut && planner.createBase(signOut);
    const ending = base && { ...base, role: undefined };
    return { runner, planner, signIn, ...read, ending };
  }
  return undefined;
}

/** The operation, and those that links lead to, directly or indirectly. */
function findReachable(contract: Contract, start: Operation): Operation[] {
  const found = new Set([start]);
  // Grows while it is read.
  for (const operation of found)
    for (const { target } of findLinks(contract, operation)) found.add(target);
  return [...found];
}

/** Undefined for an operation that is no read, or for which more than a session is missing, or nothing. */
function findRead(
  planner: Planner,
  operation: Operation,
): Pick<SessionContext, 'read' | 'cookie'> | undefined {
  const { options } = planner;
  const base = planner.createBase(operation);
  const isOptional = operation.security.some((schemes) => schemes.length === 0);
  if (!base || isOptional || isWriteOperation(options.contract, operation)) return undefined;

  const schemes = operation.security.find(
    (all) => all.some(isCookie) && all.every((it) => isReady(it, options)),
  );
  const { key: cookie, pointer } = schemes?.find(isCookie) ?? {};
  return cookie && pointer ? { cookie, read: { ...base, role: undefined, pointer } } : undefined;
}

function without(option: string, why = ''): UserSession {
  return { kind: 'missing', reason: `it needs a session${why}`, option };
}

/** Whether the options lack the credentials of an operation. */
export function needsSession(operation: Operation, options: VerifyOptions): boolean {
  return !allows(operation, (scheme) => isGiven(scheme, options));
}

/** By which client an operation is used, or why it cannot be. */
export function findAccess(
  operation: Operation,
  user: UserSession,
  options: VerifyOptions,
): Access {
  const other = operation.security.flat().find((scheme) => !isReady(scheme, options));
  if (other && !allows(operation, (scheme) => isReady(scheme, options)))
    return { missing: describeMissing(other) };

  const needs = needsSession(operation, options);
  if (user.kind === 'missing') return needs ? { missing: user } : {};

  const { context } = user;
  if (needs) return { prepare: async () => (await getSession(context)) ?? null };
  return operation === context.signIn.operation ? signInOptions(context) : {};
}

function describeMissing({ name, in: place, key }: SecurityScheme): Missing {
  if (place === 'query') return { reason: `it needs "${key}" in the query, which no option adds` };
  return { reason: `it needs credentials for ${name}`, option: '--header' };
}

function isCookie({ in: place }: SecurityScheme): boolean {
  return place === 'cookie';
}

/** Whether a session or the options have the credential of a scheme. */
function isReady(scheme: SecurityScheme, options: VerifyOptions): boolean {
  return isCookie(scheme) || isGiven(scheme, options);
}

function isGiven(scheme: SecurityScheme, { headers }: VerifyOptions): boolean {
  const sent = toRequestMessage({ method: 'GET', target: '', headers });
  return findCredential(scheme, sent) !== undefined;
}
